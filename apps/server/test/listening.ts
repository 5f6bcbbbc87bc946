import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { afterFile } from './after-file.ts'

/** Has an app listen on a port of this machine, for what only a real connection shows. */
export async function listen(app: FastifyInstance): Promise<string> {
  // Closing the app waits for connections on which something is still under way.
  afterFile(() => app.server.closeAllConnections())
  return await app.listen({ host: '127.0.0.1', port: 0 })
}

/** Has a server listen on a port of this machine until the tests of the file have ended; answers its host, with the port. */
export async function serve(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`
}
