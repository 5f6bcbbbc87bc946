import { listAnnotations } from '@callboard/contract/annotations'
import { emptyGuid } from '@callboard/contract/scalars'
import { expect, it } from 'vitest'
import { AnnotationClient, ok } from '#test/clients/annotations.ts'
import { expectError } from '#test/expect-errors.ts'

it('calls that are to be edited at once tell what each of them says now, to whoever sees all of them', async () => {
  const client = await AnnotationClient.open()
  const { portal: test, editor } = client
  const ids = await client.send({ tags: ['a'], leadStatus: 'Open' }, { value: '7', currency: 'EUR' })
  const [first = '', second = ''] = ids
  await client.edit(first, { score: 40, note: 'mine' })
  const ask = async (wanted: string[], token = editor.token) =>
    await test.ask({ path: '/api/calls/annotations/current', body: { ids: wanted }, token })
  const { items } = ok(await ask([...ids, first]), listAnnotations.response)
  const none = { tags: [], note: null, leadStatus: null, score: null, value: null, currency: null }
  expect(new Map(items.map((call) => [call.id, call]))).toEqual(
    new Map([
      [first, { ...none, id: first, tags: ['a'], leadStatus: 'Open', score: 40, note: 'mine' }],
      [second, { ...none, id: second, value: '7', currency: 'EUR' }],
    ]),
  )
  const stranger = await test.make.user({
    customerId: (await test.make.customer()).id,
    claims: ['call.edit', 'reporting.call.details'],
  })
  expectError(await ask(ids, stranger.token), 404, 'notFound')
  expectError(await ask([first, emptyGuid]), 404, 'notFound')
  const other = await test.make.user({ customerId: client.customer.id, claims: ['reporting.view'] })
  expectError(await ask(ids, other.token), 403, 'forbidden')
})
