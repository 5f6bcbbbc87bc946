import { exampleIds } from '@callboard/contract/examples'
import { editNumbers } from '@callboard/contract/numbers'
import type { Portal } from '../portal.ts'

type Ids = Record<string, string>

/** What there has to be for the calls of numbers. */
export function prepareNumbers(test: () => Portal): Record<string, () => Promise<Ids>> {
  const makeNumber = async () => {
    const { id: customerId } = await test().make.customer()
    const id = await test().make.entity({ type: 'number', code: '+18005550100', customerId })
    return { [exampleIds.entity]: id }
  }
  return {
    'GET /api/number/{id}': makeNumber,
    'POST /api/number/edit/preview': makeNumber,
    'POST /api/number/edit': makeNumber,
    'POST /api/number/change/{id}/undo': async () => {
      const { [exampleIds.entity]: numberId = '' } = await makeNumber()
      return { [exampleIds.numberChange]: await changeNumber(test(), numberId) }
    },
  }
}

/** The id of a change of the number. */
export async function changeNumber(test: Portal, numberId: string): Promise<string> {
  const body = { kind: 'set', numberIds: [numberId], values: { campaign: 'Winter' } }
  const answer = await test.ask({ path: editNumbers.path, body, token: test.admin.token })
  return editNumbers.response.parse(answer.json()).change ?? ''
}
