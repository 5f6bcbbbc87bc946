import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../lib/app-error.ts'

const noncePlaceholder = '{{nonce}}'

/**
 * Serves the built web app: the files under /assets, whose names have their hash, cached for ever, and the page itself
 * for every other path, so that deep links and reloads work; no other file. Each page has the nonce of its own content
 * security policy.
 */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : undefined
  if (html !== undefined) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      preCompressed: true,
      wildcard: false,
      maxAge: '1y',
      immutable: true,
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$|\?)/.test(request.url)
    if (!isPage) throw notFound()
    if (html === undefined)
      return await reply.code(503).type('text/plain').send('The web app has not been built.')
    return await sendPage(reply, html)
  })
}

async function sendPage(reply: FastifyReply, html: string): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return await reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(noncePlaceholder, nonce))
}
