// The runtime of portolan in the page, which answers there what the server would: of pages that were exported with it
// and their world.

const NO_SYSTEM = 52; // what the runtime is told when it asks for a file: there is none

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

class PageRuntime {
  static async start(code, world, name) {
    const module = await WebAssembly.compile(code);
    const runtime = new PageRuntime();
    const imports = {};
    for (const { module: from, name: call } of WebAssembly.Module.imports(module)) {
      imports[from] = imports[from] || {};
      imports[from][call] = call === "clock_time_get" ? (clock, precision, at) => runtime.tellTime(at) : () => NO_SYSTEM;
    }
    runtime.exports = (await WebAssembly.instantiate(module, imports)).exports;
    if (runtime.exports._initialize) runtime.exports._initialize();
    const room = runtime.exports.portolan_page_room(world.length);
    if (room === 0) throw new Error("not enough memory");
    runtime.memory.set(world, room);
    const opened = runtime.told(runtime.withText(`${name}\0`, (at) => runtime.exports.portolan_page_open(at)));
    if (opened.status !== 200) throw new Error(textOf(opened.body));
    return runtime;
  }

  get memory() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  tellTime(at) {
    new DataView(this.exports.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  }

  withText(text, use) {
    const bytes = new TextEncoder().encode(text);
    const at = this.exports.malloc(bytes.length);
    this.memory.set(bytes, at);
    const result = use(at, bytes.length);
    this.exports.free(at);
    return result;
  }

  // Status, and a copy of the bytes.
  told(at) {
    const [status, size, body] = new Uint32Array(this.exports.memory.buffer, at, 3);
    return { status, body: this.memory.slice(body, body + size) };
  }

  answer(method, path, parameters) {
    const texts = [method, path, ...Object.entries(parameters).flat()].map((text) => `${text}\0`).join("");
    return this.told(this.withText(texts, (at, size) => this.exports.portolan_page_answer(at, size)));
  }

  json(method, path, parameters) {
    const { status, body } = this.answer(method, path, parameters);
    const answer = JSON.parse(textOf(body));
    if (status !== 200) throw new Error(answer.error);
    return answer;
  }

  // Pixels come as they are.
  picture(parameters) {
    const { status, body } = this.answer("GET", "/picture.png", parameters);
    if (status !== 200) throw new Error(JSON.parse(textOf(body)).error);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.sqrt(body.length / 4);
    canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(body.buffer), canvas.width), 0, 0);
    return canvas;
  }
}

function textOf(bytes) {
  return new TextDecoder().decode(bytes);
}
