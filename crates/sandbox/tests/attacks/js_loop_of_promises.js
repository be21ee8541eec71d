// frozen (fuel): awaits resolved promises without end
export function play(game) {
  (async () => {
    for (;;) await 0;
  })();
}
