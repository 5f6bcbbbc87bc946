import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Call } from '@callboard/contract/calls'
import { deliveryEvents } from '@callboard/contract/webhooks'
import { z } from 'zod'
import { serve } from './listening.ts'

const Body = z.strictObject({
  id: z.guid(),
  event: z.enum(deliveryEvents),
  createdAt: z.iso.datetime(),
  webhook: z.strictObject({ id: z.guid(), name: z.string() }),
  call: Call.nullable(),
})

interface Post {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: z.infer<typeof Body>
}

/** Whom webhooks post to: notes what comes and answers what the test says; closed after the tests of the file. */
export class WebhookReceiver {
  readonly host: string
  posts: Post[] = []
  /** The status of the answer; `hang` is none at all. */
  answerWith: (post: Post) => number | 'hang' = () => 200

  private constructor(host: string) {
    this.host = host
  }

  static async open(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const body = Body.parse(JSON.parse(text))
        const status = receiver.#take({ path: request.url ?? '', headers: request.headers, text, body })
        if (status !== 'hang') response.writeHead(status).end(`answer ${status}`)
      })
    })
    const receiver = new WebhookReceiver(await serve(server))
    return receiver
  }

  #take(post: Post): number | 'hang' {
    this.posts.push(post)
    return this.answerWith(post)
  }

  get url(): string {
    return `http://${this.host}/calls`
  }

  /** What came since the last time, each as its event and what the call is called at its source. */
  take(): string[] {
    const posts = this.posts
    this.posts = []
    return posts.map(({ body }) => `${body.event} ${body.call?.externalCallId ?? '-'}`)
  }
}

/** As whoever receives it works it out. */
export function signatureOf({ headers, text }: Pick<Post, 'headers' | 'text'>, secret: string): string {
  const timestamp = String(headers['x-callboard-timestamp'])
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')}`
}
