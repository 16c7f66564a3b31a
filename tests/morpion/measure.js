addEventListener("load", () => {
  const board = document.querySelector("figure > svg");
  const things = [board, ...document.querySelectorAll("button, input, select, #status p")];
  const edges = things.map((thing) => thing.getBoundingClientRect()).map(({ right, bottom }) => [right, bottom]);
  const digits = parseFloat(getComputedStyle(board.querySelector(".number")).fontSize) * board.getScreenCTM().a;
  parent.postMessage(JSON.stringify([innerWidth, innerHeight, digits, edges]), "*");
});
