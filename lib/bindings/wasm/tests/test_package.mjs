// SPDX-License-Identifier: BSL-1.0
// The package as npm makes it: packed, installed into an empty project, and the README's program in it as printed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const { PORTOLAN_PACKAGE, PORTOLAN_COMMAND, PORTOLAN_WORLDS } = process.env;
const folder = mkdtempSync(join(tmpdir(), "portolan-npm-"));
after(() => rmSync(folder, { recursive: true }));
const npm = (cwd, ...options) => execFileSync("npm", [...options, "--offline", "--no-audit", "--no-fund"], {
  cwd, encoding: "utf8", env: { ...process.env, npm_config_cache: join(folder, "cache"), npm_config_update_notifier: "false" } });

test("npm packs it, installs it, and the README's lines print what they say", () => {
  const packed = JSON.parse(npm(folder, "pack", PORTOLAN_PACKAGE, "--json"))[0];
  const files = packed.files.map((file) => file.path).sort();
  assert.deepEqual(files, ["LICENSE", "README.md", "package.json", "portolan.d.ts", "portolan.mjs", "portolan.wasm"]);
  const project = join(folder, "game");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"private": true, "type": "module"}\n');
  npm(project, "install", join(folder, packed.filename));
  assert.ok(statSync(join(project, "node_modules/portolan/portolan.wasm")).size > 0);
  execFileSync(PORTOLAN_COMMAND, ["build", join(PORTOLAN_WORLDS, "harbour.map"), "-o", join(project, "harbour.pnav")], { stdio: "ignore" });
  const readme = readFileSync(join(PORTOLAN_PACKAGE, "README.md"), "utf8");
  const programs = [...readme.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]);
  assert.equal(programs.length, 2);
  assert.ok(programs[0].trim().split("\n").length <= 10);
  writeFileSync(join(project, "game.mjs"), programs.join(""));
  const printed = execFileSync(process.execPath, ["game.mjs"], { cwd: project, encoding: "utf8" });
  assert.equal(printed, "370.5 tiles\nunreachable\n");
});
