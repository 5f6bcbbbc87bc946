import type { FastifyInstance } from 'fastify'

/** Has an app listen on a port of this machine, for what only a real connection shows. */
export async function listen(app: FastifyInstance): Promise<string> {
  return await app.listen({ host: '127.0.0.1', port: 0 })
}
