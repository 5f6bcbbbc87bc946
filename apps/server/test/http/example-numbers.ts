import { mergeEntity } from '@callboard/contract/entity-merges'
import { exampleIds } from '@callboard/contract/examples'
import { editNumbers } from '@callboard/contract/numbers'
import { expectOk } from '../expect-errors.ts'
import type { Portal } from '../portal.ts'

type Ids = Record<string, string>

/** What there has to be for the calls of numbers. */
export function prepareNumbers(test: () => Portal): Record<string, () => Promise<Ids>> {
  const one = async () => ({ [exampleIds.entity]: await makeNumber(test()) })
  const group = async () => ({ [exampleIds.entity]: await makeGroup(test()) })
  return {
    'GET /api/reportingentity/entity/{id}/routing': group,
    'PUT /api/reportingentity/entity/{id}/routing': group,
    'GET /api/reportingentity/entity/{id}/routing/shares': group,
    'POST /api/reportingentity/entity/{id}/merge': async () => {
      const { id, intoId } = await makeLocations(test())
      return { [exampleIds.entity]: id, [exampleIds.otherEntity]: intoId }
    },
    'POST /api/reportingentity/entity/{id}/separate': async () => ({
      [exampleIds.entity]: (await makeMerged(test())).id,
    }),
    'GET /api/number/{id}': one,
    'POST /api/number/edit/preview': one,
    'POST /api/number/edit': one,
    'POST /api/number/change/{id}/undo': async () => ({
      [exampleIds.numberChange]: await makeChange(test()),
    }),
  }
}

/** The id of a number of a customer of its own. */
export async function makeNumber({ make }: Portal): Promise<string> {
  const { id: customerId } = await make.customer()
  return await make.entity({ type: 'number', code: '+18005550100', customerId })
}

/** The id of a rotation group of a customer of its own. */
export async function makeGroup({ make }: Portal): Promise<string> {
  const { id: customerId } = await make.customer()
  return await make.entity({ type: 'rotationgroup', code: 'SALES', customerId })
}

/** The ids of two locations of a customer. */
export async function makeLocations({ make }: Portal): Promise<{ id: string; intoId: string }> {
  const { id: customerId } = await make.customer()
  const location = async (code: string) => await make.entity({ type: 'location', code, customerId })
  return { id: await location('loop'), intoId: await location('the-loop') }
}

/** The same, after the first was merged into the second. */
export async function makeMerged(test: Portal): Promise<{ id: string; intoId: string }> {
  const { id, intoId } = await makeLocations(test)
  const path = mergeEntity.path.replace('{id}', id)
  expectOk(await test.admin.ask({ path, body: { intoId } }))
  return { id, intoId }
}

/** The id of a change of such a number. */
export async function makeChange(test: Portal): Promise<string> {
  const body = { kind: 'set', numberIds: [await makeNumber(test)], values: { campaign: 'Winter' } }
  const answer = await test.admin.ask({ path: editNumbers.path, body })
  return editNumbers.response.parse(answer.json()).change ?? ''
}
