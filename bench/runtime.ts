import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { hashToken, newApiKey } from '../apps/server/src/access/sign-in/tokens.ts'
import { change, systemActor } from '../apps/server/src/db/records/change.ts'
import { createLog } from '../apps/server/src/lib/log.ts'
import { openRuntime, type Runtime } from '../apps/server/src/runtime.ts'
import { businesses } from '../apps/server/src/setup/demo/businesses.ts'
import { setUpOnce } from '../apps/server/src/setup/first-start.ts'
import { Client } from './client.ts'

export const adminPassword = 'plover quartz 41'

/** A portal in this process, with the customers of the demo and a key to send calls of the largest. */
export async function openBenchRuntime(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Runtime & { apiKey: string }> {
  // Asked again and again, a question has to be read each time.
  const config = readConfig({ DATA_DIR: folder, KEPT_ANSWERS_MB: '0', ...settings })
  const runtime = await openRuntime(config, createLog('error'))
  const { db } = runtime.postgres
  await setUpOnce(db, { userName: 'admin', password: adminPassword })
  const apiKey = newApiKey()
  await change(db, systemActor, async (transaction) => {
    await transaction
      .insertInto('customer')
      .values(
        businesses.map(({ customerId: id, code, name, timeZone, currency, country }) => {
          return { id, code, name, time_zone: timeZone, currency, country }
        }),
      )
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute()
    await transaction
      .insertInto('api_key')
      .values({
        name: 'Bench',
        customer_id: customer.id,
        secret_hash: hashToken(apiKey),
        rights: ['ingest', 'read'],
      })
      .execute()
  })
  return { ...runtime, apiKey }
}

const [largest] = businesses

/** The customer of the questions about one customer. */
export const customer = {
  id: largest?.customerId ?? '',
  code: largest?.code ?? '',
  timeZone: largest?.timeZone ?? 'UTC',
}

/** The server of a portal in this process, on a port. */
export async function listen(
  runtime: Runtime,
): Promise<{ client: Client; token: string; close: () => Promise<void> }> {
  const app = await buildApp(runtime, '/nowhere')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const [address] = app.addresses()
  if (typeof address !== 'object') throw new Error('the application does not listen')
  const client = new Client(address.port, 4)
  const token = await client.signIn('admin', adminPassword)
  return {
    client,
    token,
    async close() {
      client.close()
      await app.close()
    },
  }
}
