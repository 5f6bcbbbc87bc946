import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Reads a `text/event-stream` answer to its end. EventSource cannot be used: it sends no token. */
export async function readEvents(
  response: Response,
  onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
  if (response.body === null) return
  const parser = createParser({ onEvent })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(value)
  }
}
