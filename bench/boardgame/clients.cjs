// A table of four: every client waits for each state. One line of input plays a game to its end.
const { randomUUID } = require("crypto");
const readline = require("readline");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { recorded, states } = require("./game.cjs");

const [, , port, file, how] = process.argv;
const PHONES = 4;
const base = `http://localhost:${port}`;
const lines = states(file);

const until = (clients, id) =>
  new Promise((resolve) => {
    const waits = new Set(clients);
    for (const client of clients) {
      const leave = client.subscribe((state) => {
        if (state && state._stateID >= id && waits.delete(client)) {
          queueMicrotask(leave);
          if (!waits.size) resolve();
        }
      });
    }
  });

async function sit() {
  // The first to listen has the match made.
  const matchID = randomUUID();
  const clients = [];
  for (let n = 0; n < PHONES; n++) {
    const client = Client({
      game: recorded(lines, how),
      multiplayer: SocketIO({ server: base }),
      matchID,
      playerID: String(n),
      numPlayers: PHONES,
      debug: false,
    });
    client.start();
    await until([client], 0);
    clients.push(client);
  }
  return clients;
}

(async () => {
  const input = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  for (;;) {
    const clients = await sit();
    console.log("seated");
    if ((await input.next()).done) process.exit();
    for (let n = 1; n < lines.length; n++) {
      const shown = until(clients, n);
      clients[n % PHONES].moves.enter(n);
      await shown;
    }
    console.log("played");
    for (const client of clients) client.stop();
  }
})();
