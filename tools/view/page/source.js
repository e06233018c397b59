"use strict";
// Where answers come from: the server, or the data that an exported page carries.

const exported = (() => {
  const data = document.getElementById("data");
  return data ? JSON.parse(data.textContent) : null;
})();

async function fetched(path, parameters, method) {
  const query = new URLSearchParams(parameters).toString();
  const reply = await fetch(query ? `${path}?${query}` : path, { method });
  if (!reply.ok) throw new Error((await reply.json()).error);
  return reply.headers.get("Content-Type") === "application/octet-stream" ? reply.arrayBuffer() : reply.json();
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer;
}

function fromExport(path, parameters) {
  const ours = parameters.profile === undefined || parameters.profile === exported.profile;
  const asked = parameters.from === exported.from && parameters.to === exported.to;
  if (path === "/world.json") return exported.world;
  if (path === "/crowd.json") return exported.crowd;
  if (path === "/crowd.bin") return bytesOf(exported.crowd.pieces[parameters.piece]);
  if (path === "/nodes.json" && ours) return exported.nodes[parameters.level];
  if (path === "/borders.json") return exported.borders;
  if (path === "/waypoints.json" && ours) return exported.waypoints;
  if (path === "/path.json" && ours && asked) return exported.paths[parameters.tier];
  if (path === "/why.json" && ours && asked) return exported.why;
  const known = exported.from === undefined ? "no path" : `only the path from ${exported.from} to ${exported.to}`;
  throw new Error(`This page was exported and holds ${known}; portolan view answers all others.`);
}

async function ask(path, parameters = {}) {
  return exported ? fromExport(path, parameters) : fetched(path, parameters, "GET");
}

async function change(path, parameters = {}) {
  return fetched(path, parameters, "POST");
}
