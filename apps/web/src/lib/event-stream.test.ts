import { expect, it } from 'vitest'
import { eventParser, readEvents, type StreamEvent } from '#web/lib/event-stream.ts'

function parse(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const take = eventParser((event) => events.push(event))
  for (const piece of pieces) take(piece)
  return events
}

it('reads type and data, and leaves out comments', () => {
  expect(parse(': alive\n\nevent: call\ndata: {"id":1}\n\n')).toEqual([{ type: 'call', data: '{"id":1}' }])
})

it('reads events that come in pieces, with any line ends', () => {
  expect(parse('event: ca', 'll\r', '\ndata: a\r\ndata:', 'b\r\n\r', '\ndata:c\r\r')).toEqual([
    { type: 'call', data: 'a\nb' },
    { type: 'message', data: 'c' },
  ])
})

it('leaves out an event that the stream broke off', () => {
  expect(parse('event: call\ndata: x\n')).toEqual([])
})

it('reads an answer to its end', async () => {
  const events: StreamEvent[] = []
  await readEvents(new Response('event: call\ndata: ü\n\n'), (event) => events.push(event))
  expect(events).toEqual([{ type: 'call', data: 'ü' }])
})
