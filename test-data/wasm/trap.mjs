// Runs a module until it traps, twice, and prints the stacks as the engine has them.
import { readFileSync } from "node:fs";

const bytes = readFileSync(process.argv[2]);
const host = { log(value) { console.log(new Error(`percent ${value}`).stack.replace(/file:.*\//g, "file:///src/")); } };
const { instance } = await WebAssembly.instantiate(bytes, { host });
instance.exports.checkout(22);
try {
  instance.exports.trap(0);
} catch (error) {
  console.log(error.stack.replace(/file:.*\//g, "file:///src/"));
}
