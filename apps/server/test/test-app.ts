import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IngestAnswer } from '@callboard/contract/calls'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createLog } from '#server/lib/log.ts'
import { readConfig } from '#server/config.ts'
import { checkSchemas, openStores, type Portal, startPortal } from '#server/portal.ts'
import { setUpOnce } from '#server/setup/first-start.ts'
import { Factory, type SentCall } from './factory.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  /** The body as JSON; a test reads what it expects. */
  json(): unknown
}

export interface TestApp {
  app: FastifyInstance
  portal: Portal
  make: Factory
  folder: string
  ask(request: AskedRequest): Promise<Answer>
  /** Sends calls as a telephone system does, and waits until they can be read. */
  sendCalls(apiKey: string, calls: readonly SentCall[]): Promise<IngestAnswer>
}

export interface AskedRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  path: string
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export const adminPassword = 'plover quartz 41'

/** The whole portal on PGlite and chDB in a folder of its own, without a port; closed after the tests of the file. */
export async function openTestApp(): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-test-'))
  const config = readConfig({ DATA_DIR: folder })
  const log = createLog('silent')
  const stores = await openStores(config)
  await checkSchemas(config, stores)
  const portal = await startPortal(stores, { config, log })
  await setUpOnce(portal.postgres.db, { userName: 'admin', password: adminPassword })
  const app = await buildApp({ ...portal, log, webFolder: join(folder, 'no-web') })
  afterAll(async () => {
    await app.close()
    await portal.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = async (request: AskedRequest) => await askApp(app, request)
  return {
    app,
    portal,
    make: new Factory(portal.postgres.db),
    folder,
    ask,
    async sendCalls(apiKey, calls) {
      const { status, text } = await ask({ method: 'POST', path: '/api/calls', body: calls, token: apiKey })
      if (status !== 200) throw new Error(`the calls were refused: ${status} ${text}`)
      await portal.ingest.relationsSettled()
      // The contract has parsed it on the way out.
      return JSON.parse(text) as IngestAnswer
    },
  }
}

async function askApp(app: FastifyInstance, asked: AskedRequest): Promise<Answer> {
  const { method = asked.body === undefined ? 'GET' : 'POST', path, body, token, headers } = asked
  const response = await app.inject({
    method,
    url: path,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: () => response.json(),
  }
}
