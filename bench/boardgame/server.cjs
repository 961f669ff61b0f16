// The measured process: boardgame.io's own server, with a game whose moves bring the states of a file.
const { Server, Origins } = require("boardgame.io/server");
const { recorded, states } = require("./game.cjs");

const [, , file, how] = process.argv;
Server({ games: [recorded(states(file), how)], origins: [Origins.LOCALHOST] }).run(0);
