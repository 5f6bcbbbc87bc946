import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { type Command, type CommandContext, CommandError } from './command.ts'

const Message = z.union([
  z.object({ progress: z.string() }),
  z.object({ line: z.string() }),
  z.object({ error: z.string() }),
  z.object({ done: z.literal(true) }),
])
export type ControlMessage = z.infer<typeof Message>

/** Where a running portal takes commands. */
export function socketPath(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

/** Has the running portal run a command; false when no portal runs on this data folder. */
export async function forwardCommand(
  dataDir: string,
  command: Command,
  { print, progress }: Pick<CommandContext, 'print' | 'progress'>,
): Promise<boolean> {
  const incoming = await new Promise<IncomingMessage | undefined>((resolve) => {
    const outgoing = request({ socketPath: socketPath(dataDir), method: 'POST' }, resolve)
    outgoing.once('error', () => resolve(undefined))
    outgoing.end(JSON.stringify(command))
  })
  if (incoming === undefined) return false
  let isDone = false
  for await (const line of linesOf(incoming)) {
    const message = Message.parse(JSON.parse(line))
    if ('progress' in message) progress(message.progress)
    else if ('line' in message) print(message.line)
    else if ('error' in message) throw new CommandError(message.error)
    else isDone = true
  }
  if (!isDone)
    throw new CommandError('The portal stopped before this finished. Run it again: nothing is done twice.')
  return true
}

async function* linesOf(incoming: IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  incoming.setEncoding('utf8')
  for await (const chunk of incoming) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
