import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Reads a `text/event-stream` answer to its end. EventSource cannot be used: it sends no token. */
export async function readEvents(
  response: Response,
  onEvent: (event: EventSourceMessage) => void,
  /** Called for all that comes, also for what only says that the stream is alive. */
  onSign: () => void = () => undefined,
): Promise<void> {
  if (response.body === null) return
  const parser = createParser({ onEvent })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onSign()
    parser.feed(decoder.decode(value, { stream: true }))
  }
}
