/**
 * chDB's queries and Node's file reads share libuv's threads, by default four. With V8's default for the young generation,
 * objects that a request or a batch of calls needs for a moment are often promoted, and collected late.
 */
export function serverEnv() {
  const { UV_THREADPOOL_SIZE = '16', NODE_OPTIONS = '' } = process.env
  const options = `--max-semi-space-size=64 ${NODE_OPTIONS}`.trim()
  return { ...process.env, UV_THREADPOOL_SIZE, NODE_OPTIONS: options }
}
