/** Why the set-up cannot go on, for the person at the terminal. `end` is how a child process ended. */
export class SetupError extends Error {
  constructor(message, end) {
    super(message)
    this.end = end
  }
}

export const diskFull =
  'the disk is full: the dependencies need about 1.5 GB. Free some space and run it again.'

export function say(text) {
  console.log(`callboard: ${text}`)
}

export function secondsSince(startMs) {
  return `${((Date.now() - startMs) / 1000).toFixed(1)} s`
}
