import { saveSourceMapping } from '@callboard/contract/mappings'
import { Source } from '@callboard/contract/sources'
import { z } from 'zod'
import { insertImport } from '../clients/imports.ts'
import type { Answer, AskedRequest, Portal } from '../portal.ts'

interface Changing {
  test: () => Portal
  ask: (request: AskedRequest) => Promise<Answer>
  /** Answers the id of a new record. */
  created: (type: 'source') => Promise<string>
}

const Created = z.object({ id: z.string() })

/** Calls that change sources and their imports, each on records of its own. */
export function changesOfSources({ test, ask, created }: Changing): Record<string, () => Promise<Answer>> {
  const sourceOf = async (kind: string) => {
    const path = `/api/source/${await created('source')}`
    const { name, timeZone, customerId } = Source.parse((await ask({ path })).json())
    const body = { name: `${name} (${kind})`, timeZone, customerId, kind }
    return Created.parse((await ask({ path: '/api/source', body })).json()).id
  }
  const sendFile = async (headers: Record<string, string>) => {
    const path = `/api/import?sourceId=${await sourceOf('asterisk')}&fileName=Master.csv`
    return await ask({ path, body: 'abc', headers: { 'content-type': 'text/csv', ...headers } })
  }
  return {
    'PUT /api/source/{id}/mapping': async () =>
      await ask({
        method: 'PUT',
        path: `/api/source/${await sourceOf('mapped')}/mapping`,
        body: saveSourceMapping.body.meta()?.['example'],
      }),
    'POST /api/import': async () => await sendFile({}),
    'POST /api/import/{id}/stop': async () => {
      const { id } = Created.parse((await sendFile({ 'content-range': 'bytes 0-2/9' })).json())
      return await ask({ method: 'POST', path: `/api/import/${id}/stop` })
    },
    'POST /api/import/{id}/undo': async () => {
      const id = await insertImport(test().runtime.db, await created('source'))
      return await ask({ path: `/api/import/${id}/undo`, body: { confirm: true } })
    },
  }
}
