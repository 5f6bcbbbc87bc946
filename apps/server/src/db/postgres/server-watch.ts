import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresHosts } from '../../lib/outside/postgres-hosts.ts'

/** How long PostgreSQL may keep one waiting. */
export interface ServerTimeouts {
  /** Pause between two looks whether the server still answers. */
  pollIntervalMs: number
  /** Without an answer for so long it has hung. */
  answerSeconds: number
}

export const defaultTimeouts: ServerTimeouts = { pollIntervalMs: 5_000, answerSeconds: 10 }

/**
 * Breaks off the connections to a PostgreSQL server that no longer answers: a machine that is gone without a word, a process
 * that is stopped. A query has no limit of time, as some take long; instead, while any is under way, the server is asked
 * something easy over a connection of its own.
 */
export class ServerWatch {
  readonly #hosts: PostgresHosts
  readonly #timeouts: ServerTimeouts
  readonly #sockets = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  #isChecking = false

  constructor(
    hosts: PostgresHosts,
    { timeouts, isBusy }: { timeouts: ServerTimeouts; isBusy: () => boolean },
  ) {
    this.#hosts = hosts
    this.#timeouts = timeouts
    this.#timer = setInterval(() => {
      if (!this.#isChecking && isBusy()) void this.#check()
    }, timeouts.pollIntervalMs).unref()
  }

  /** For a connection to the server. */
  readonly openSocket = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #check(): Promise<void> {
    this.#isChecking = true
    const before = [...this.#sockets]
    const own = new Socket()
    const client = new pg.Client({ connectionString: this.#hosts.url, stream: () => own })
    client.on('error', () => {})
    if (await isPending(ask(client), this.#timeouts.answerSeconds)) {
      const hung = Object.assign(new Error('PostgreSQL has stopped answering.'), { code: 'ETIMEDOUT' })
      for (const socket of [...before, own]) socket.destroy(hung)
    }
    this.#isChecking = false
  }
}

/** A server that refuses has answered. */
async function ask(client: pg.Client): Promise<void> {
  try {
    await client.connect()
    await client.query('SELECT 1')
    await client.end()
  } catch {
    // Connections to a server that ended are cut by the system.
  }
}

/** Counted in single seconds, so that a time in which this process itself stood still does not count. */
async function isPending(work: Promise<void>, seconds: number): Promise<boolean> {
  const done = work.then(() => false)
  for (let waited = 0; waited < seconds; waited++)
    if (!(await Promise.race([done, sleep(1000, true, { ref: false })]))) return false
  return true
}
