import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { shortLived } from './short-lived.ts'

const main = join(import.meta.dirname, '../src/main.ts')

/** Those that have not ended: whoever starts some ends them. */
export const runningPrograms = new Set<Program>()

/** The portal, one of its commands, or another script, as a process of its own; `nodeArgs` are options of Node. */
export class Program {
  output = ''
  errors = ''
  readonly child: ChildProcess
  readonly #ended: Promise<unknown[]>

  constructor(
    environment: Record<string, string>,
    args: readonly string[] = ['serve'],
    { script = main, nodeArgs = [] }: { script?: string; nodeArgs?: readonly string[] } = {},
  ) {
    this.child = spawn(process.execPath, [...shortLived, ...nodeArgs, script, ...args], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        UV_THREADPOOL_SIZE: '16',
        DEMO: 'off',
        PORT: '0',
        ...environment,
      },
    })
    this.#ended = once(this.child, 'close')
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()))
    runningPrograms.add(this)
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** The address at which it answers, once it does. */
  async ready(): Promise<string> {
    return (await this.printed(/(?:is running|its health is) at (http:\S+?)(?:\/healthz)?\s/)).replace(
      'localhost',
      '127.0.0.1',
    )
  }

  /** What it prints in the place in brackets, once it has. */
  async printed(pattern: RegExp): Promise<string> {
    const end = this.#ended.then(() => {
      throw new Error(`it ended: ${this.errors}`)
    })
    const found = async () => {
      for (;;) {
        const text = pattern.exec(this.output)?.[1]
        if (text !== undefined) return text
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    return await Promise.race([found(), end])
  }

  /** How it ended. */
  async ended(): Promise<{ code: unknown; lines: string[] }> {
    const [code] = await this.#ended
    runningPrograms.delete(this)
    return { code, lines: this.errors.trim().split('\n') }
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.ended()
  }
}
