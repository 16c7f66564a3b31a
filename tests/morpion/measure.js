addEventListener("load", () => {
  const board = document.querySelector("figure > svg");
  const things = [board, ...document.querySelectorAll("button, input, select, #status p")];
  const edges = things.map((thing) => thing.getBoundingClientRect()).map(({ right, bottom }) => [right, bottom]);
  const digits = parseFloat(getComputedStyle(board.querySelector(".number")).fontSize) * board.getScreenCTM().a;
  const [first, second] = [...board.querySelectorAll(".cross")].map((dot) => dot.cx.baseVal.value);
  const disc = 2 * parseFloat(getComputedStyle(board.querySelector(".new")).r) / (second - first);
  const { scrollWidth } = document.documentElement;
  parent.postMessage(JSON.stringify([scrollWidth, innerHeight, digits, disc, edges]), "*");
});
