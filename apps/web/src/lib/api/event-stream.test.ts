import type { EventSourceMessage } from 'eventsource-parser'
import { expect, it } from 'vitest'
import { readEvents } from '#web/lib/api/event-stream.ts'

async function read(...pieces: string[]): Promise<EventSourceMessage[]> {
  const events: EventSourceMessage[] = []
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  await readEvents(new Response(body), (event) => events.push(event))
  return events
}

it('reads type and data, and leaves out comments', async () => {
  expect(await read(': alive\n\nevent: call\ndata: {"id":1}\n\n')).toEqual([
    { event: 'call', data: '{"id":1}' },
  ])
})

it('reads events that come in pieces, with any line ends', async () => {
  expect(await read('event: ca', 'll\r', '\ndata: a\r\ndata:', 'b\r\n\r', '\ndata:c\r\r')).toEqual([
    { event: 'call', data: 'a\nb' },
    { data: 'c' },
  ])
})

it('leaves out an event that the stream broke off', async () => {
  expect(await read('event: call\ndata: x\n')).toEqual([])
})

it('reads an answer to its end', async () => {
  expect(await read('event: call\ndata: ü\n\n')).toEqual([{ event: 'call', data: 'ü' }])
})
