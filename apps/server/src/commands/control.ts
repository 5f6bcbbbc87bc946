import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { CommandError, commandNames } from './command.ts'
import { runCommand } from './commands.ts'
import { type ControlMessage, socketPath } from './forward-command.ts'

// The path of a socket has at most 107 bytes on Linux, and 103 elsewhere.
const maxPathBytes = 103

const CommandRequest = z.object({ name: z.enum(commandNames), args: z.record(z.string(), z.string()) })

/**
 * Accepts commands for the data that only the running portal may open, over a socket in the data folder, which only its
 * owner may enter.
 */
export async function openControl(dataDir: string, runtime: Runtime): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > maxPathBytes || process.platform === 'win32') return { close: async () => {} }
  rmSync(path, { force: true })
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing, runtime)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function handle(incoming: IncomingMessage, outgoing: ServerResponse, runtime: Runtime): Promise<void> {
  const send = (message: ControlMessage) => {
    outgoing.write(`${JSON.stringify(message)}\n`)
  }
  const stopped = new AbortController()
  outgoing.once('close', () => stopped.abort())
  try {
    const command = CommandRequest.parse(JSON.parse(await textOf(incoming)))
    await runCommand(command, {
      runtime,
      signal: stopped.signal,
      print: (line) => send({ line }),
      progress: (progress) => send({ progress }),
    })
    send({ done: true })
  } catch (error) {
    if (!(error instanceof CommandError)) runtime.log.error({ err: error }, 'a command failed')
    send({
      error: error instanceof CommandError ? error.message : 'The command failed. See the log of the portal.',
    })
  }
  outgoing.end()
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  incoming.setEncoding('utf8')
  for await (const chunk of incoming) text += String(chunk)
  return text
}
