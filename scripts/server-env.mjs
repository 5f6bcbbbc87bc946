/**
 * chDB's queries and Node's own file reads share libuv's threads, of which there are four by default. What a request or
 * a batch of calls needs for a moment is to die young: with the small default much of it is kept and collected late.
 */
export function serverEnv() {
  const { UV_THREADPOOL_SIZE = '16', NODE_OPTIONS = '' } = process.env
  const options = `--max-semi-space-size=64 ${NODE_OPTIONS}`.trim()
  return { ...process.env, UV_THREADPOOL_SIZE, NODE_OPTIONS: options }
}
