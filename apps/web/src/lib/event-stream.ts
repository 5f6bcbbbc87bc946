/** One server-sent event. */
export interface StreamEvent {
  type: string
  data: string
}

/**
 * Reads a `text/event-stream` answer to its end. EventSource cannot be used: it sends no token.
 * Ids and retry times are not used by this portal and left out.
 */
export async function readEvents(response: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  if (response.body === null) return
  const parser = eventParser(onEvent)
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser(decoder.decode(value, { stream: true }))
  }
}

/** Takes the text in pieces of any length; a line may end in CR, LF or both. */
export function eventParser(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = ''
  let hasJustEndedLine = false
  let type = ''
  let data: string[] = []

  function takeLine(line: string) {
    if (line === '') {
      if (data.length > 0) onEvent({ type: type === '' ? 'message' : type, data: data.join('\n') })
      type = ''
      data = []
      return
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') type = value
    if (field === 'data') data.push(value)
  }

  return (piece) => {
    // The second half of a CR LF that came in two pieces.
    const text = rest + (hasJustEndedLine && piece.startsWith('\n') ? piece.slice(1) : piece)
    hasJustEndedLine = piece.endsWith('\r')
    const lines = text.split(/\r\n|\r|\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
  }
}
