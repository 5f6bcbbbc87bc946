import { expect, it } from 'vitest'
import { recipientChoice } from '#web/features/subscriptions/recipient-choice.ts'
import { answerCalls } from '../../../test/answers.ts'

const self = { value: '01990000-0000-7000-8000-000000000001', label: 'Zoë Łukasz (zoe)' }

it.each([
  ['of a domain to which reports may go', 'ann@partner.example', true],
  ['of another domain', 'ann@elsewhere.example', false],
])('an address %s is offered so, and that of others with the reason', async (_, address, may) => {
  answerCalls({ 'GET /api/user/searchportalusers': { body: [] } })
  const { search } = recipientChoice(self, ['partner.example'])
  const found = await search(address, new AbortController().signal)
  expect(found).toEqual([
    may
      ? { value: address, label: `${address} (outside)` }
      : {
          value: `refused ${address}`,
          label: `${address}: of addresses outside only those of partner.example`,
          disabled: true,
        },
  ])
})
