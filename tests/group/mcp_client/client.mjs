// The protocol's own client, from npm, for who speaks lines of JSON: node client.mjs SERVER WORDS… starts the server in the current folder, writes the
// names of its tools, and then for each {"name", "arguments"} that it reads what the server answered.
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'test', version: '1' });
await client.connect(new StdioClientTransport({ command, args, cwd: process.cwd() }));
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
say({ server: client.getServerVersion(), tools: (await client.listTools()).tools });
for await (const line of createInterface({ input: process.stdin })) {
  try {
    say(await client.callTool(JSON.parse(line)));
  } catch (error) {
    say({ refused: String(error) });
  }
}
await client.close();
