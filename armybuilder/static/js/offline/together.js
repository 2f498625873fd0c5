// @ts-check
// Something that is done a little after changes, once for all that follow one another.

/**
 * What is to be called with every change, so that `act` is done `soon` after the last of them, and
 * at most `latest` after the first, in milliseconds.
 * @param {() => Promise<void>} act
 * @param {number} soon
 * @param {number} latest
 */
export function together(act, soon, latest) {
  /** How many changes there were, and when the first was that has yet to be acted on, 0 for none. */
  let [changes, since] = [0, 0];
  return async () => {
    const number = ++changes;
    since ||= Date.now();
    await new Promise((resolve) => setTimeout(resolve, soon));
    if (since === 0 || (number !== changes && Date.now() - since < latest)) return;
    since = 0;
    await act();
  };
}
