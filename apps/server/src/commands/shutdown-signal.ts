/**
 * Aborts at the first SIGINT or SIGTERM. Later ones are ignored: Ctrl-C in a terminal arrives twice, directly and
 * through the script that started the process.
 */
export function shutdownSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => controller.abort())
  return controller.signal
}
