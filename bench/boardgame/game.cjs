// A recorded game: an action brings the state that followed it, sent whole or as a patch.
const fs = require("fs");
const { ActivePlayers } = require("boardgame.io/core");

exports.states = (file) => JSON.parse(fs.readFileSync(file));

exports.recorded = (states, how) => ({
  name: "recorded",
  setup: () => states[0],
  moves: { enter: (context, n) => states[n] },
  turn: { activePlayers: ActivePlayers.ALL },
  deltaState: how === "patch",
});
