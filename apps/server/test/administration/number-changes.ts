import { editNumbers } from '@callboard/contract/numbers'
import { makeChange, makeGroup, makeLocations, makeMerged, makeNumber } from '../http/example-numbers.ts'
import type { Answer, AskedRequest, Portal } from '../portal.ts'

interface Changing {
  test: () => Portal
  ask: (request: AskedRequest) => Promise<Answer>
}

/** Calls that change what numbers stand for, each of a number of its own. */
export function changesOfNumbers({ test, ask }: Changing): Record<string, () => Promise<Answer>> {
  return {
    'PUT /api/reportingentity/entity/{id}/routing': async () => {
      const path = `/api/reportingentity/entity/${await makeGroup(test())}/routing`
      const versions = [{ targets: [{ target: '+18005550101', weight: 1 }] }]
      return await ask({ method: 'PUT', path, body: { type: 'rotationgroup', versions } })
    },
    'POST /api/reportingentity/entity/{id}/merge': async () => {
      const { id, intoId } = await makeLocations(test())
      return await ask({ path: `/api/reportingentity/entity/${id}/merge`, body: { intoId } })
    },
    'POST /api/reportingentity/entity/{id}/separate': async () => {
      const { id } = await makeMerged(test())
      return await ask({ method: 'POST', path: `/api/reportingentity/entity/${id}/separate` })
    },
    'POST /api/number/edit': async () => {
      const body = { kind: 'set', numberIds: [await makeNumber(test())], values: { campaign: 'Winter' } }
      return await ask({ path: editNumbers.path, body })
    },
    'POST /api/number/change/{id}/undo': async () => {
      const id = await makeChange(test())
      return await ask({ method: 'POST', path: `/api/number/change/${id}/undo` })
    },
  }
}
