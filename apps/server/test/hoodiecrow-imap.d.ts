declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net'

  interface ImapMessage {
    uid: number
    flags: string[]
  }

  export default function hoodiecrow(options: {
    plugins: string[]
    users: Record<string, { password: string }>
    storage: Record<string, { messages?: { raw: string }[] }>
    secureConnection: boolean
  }): {
    server: Server
    listen(port: number, host: string): void
    close(done: () => void): void
    appendMessage(folder: string, flags: string[], at: Date, raw: string): { message: ImapMessage }
  }
}
