"use strict";
// Where answers come from: the server, the runtime in an exported page, or the data that such a page carries.

// What an exported page was made with; nothing in one that is served.
const given = (() => {
  const data = document.getElementById("data");
  return data ? JSON.parse(data.textContent) : {};
})();
let runtime = null;
// The data that answers, where nothing else does.
let exported = given.world ? given : null;

// Starts the runtime of a page that has one; in a browser that cannot, what the page holds is what it answers.
async function startRuntime() {
  const code = document.getElementById("runtime");
  if (!code) return;
  try {
    const world = bytesOf(document.getElementById("world").textContent);
    runtime = await PageRuntime.start(bytesOf(code.textContent), world, given.world.name);
    exported = null;
  } catch (error) {
    console.warn(`The runtime does not start: ${error.message}`);
  }
}

async function fetched(path, parameters, method) {
  const query = new URLSearchParams(parameters).toString();
  const reply = await fetch(query ? `${path}?${query}` : path, { method });
  if (!reply.ok) throw new Error((await reply.json()).error);
  return reply.headers.get("Content-Type") === "application/octet-stream" ? reply.arrayBuffer() : reply.json();
}

function fromCrowd(path, parameters) {
  return path === "/crowd.json" ? given.crowd : bytesOf(given.crowd.pieces[parameters.piece]).buffer;
}

function fromExport(path, parameters) {
  const ours = parameters.profile === undefined || parameters.profile === exported.profile;
  const asked = parameters.from === exported.from && parameters.to === exported.to;
  if (path === "/world.json") return exported.world;
  if (path === "/nodes.json" && ours) return exported.nodes[parameters.level];
  if (path === "/borders.json") return exported.borders;
  if (path === "/waypoints.json" && ours) return exported.waypoints;
  if (path === "/path.json" && ours && asked) return exported.paths[parameters.tier];
  if (path === "/why.json" && ours && asked) return exported.why;
  const known = exported.from === undefined ? "no path" : `only the path from ${exported.from} to ${exported.to}`;
  throw new Error(`This page was exported and holds ${known}; portolan view answers all others.`);
}

async function ask(path, parameters = {}) {
  if (given.crowd && path.startsWith("/crowd.")) return fromCrowd(path, parameters);
  if (exported) return fromExport(path, parameters);
  if (!runtime) return fetched(path, parameters, "GET");
  const answer = runtime.json("GET", path, parameters);
  return path === "/world.json" ? { ...answer, crowd: given.crowd !== undefined } : answer;
}

async function change(path, parameters = {}) {
  return runtime ? runtime.json("POST", path, parameters) : fetched(path, parameters, "POST");
}

async function picture(parameters) {
  if (runtime) return runtime.picture(parameters);
  const image = new Image();
  const loaded = new Promise((resolve, reject) => {
    image.onload = () => resolve(image);
    image.onerror = reject;
  });
  image.src = "/picture.png?" + new URLSearchParams(parameters);
  return loaded;
}
