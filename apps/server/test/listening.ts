import type { FastifyInstance } from 'fastify'
import { afterFile } from './after-file.ts'

/** Has an app listen on a port of this machine, for what only a real connection shows. */
export async function listen(app: FastifyInstance): Promise<string> {
  // Closing the app waits for connections on which something is still under way.
  afterFile(() => app.server.closeAllConnections())
  return await app.listen({ host: '127.0.0.1', port: 0 })
}
