
globalThis.native = {
  begin() {
    const game = new Game();
    game.begin_();
    return game;
  },
};
