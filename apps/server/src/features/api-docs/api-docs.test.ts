import { beforeAll, describe, expect, it } from 'vitest'
import { OpenApi } from '#test/http/described-operations.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

const read = async (path: string) => await test.ask({ path })

describe('the API’s description', () => {
  it('says nothing of numbers that only the language knows', async () => {
    expect((await read('/api/openapi.json')).text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  it('says what the body of every call is', async () => {
    const { paths } = OpenApi.parse((await read('/api/openapi.json')).json())
    const shapeless = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        Object.entries(requestBody?.content ?? {}).flatMap(([type, content]) =>
          /^(image|audio)\//.test(type) || content.example !== undefined || content.examples !== undefined
            ? []
            : [`${method} ${path} ${type}`],
        ),
      ),
    )
    expect(shapeless).toEqual([])
  })
})

describe('the page of the API', () => {
  it('says how a first call is sent: with a key, the command as it stands makes one', async () => {
    const page = (await read('/api/docs')).text
    expect(page).toContain('/manage/apikeys/add')
    const [, body = ''] = /-d '([^']+)'/.exec(page) ?? []
    const answer = await test.postCalls(await test.make.sender(), body)
    expect(answer.json()).toMatchObject({ received: 1, created: 1 })
  })

  it('loads nothing from elsewhere, and all that it loads is there for whoever is not signed in', async () => {
    const { text, headers } = await read('/api/docs')
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';/)
    const loaded = Array.from(
      text.matchAll(/<(?:script src|link rel="stylesheet" href)="([^"]+)"/g),
      (at) => at[1],
    )
    expect(loaded).toHaveLength(5)
    for (const path of loaded) {
      const answer = await read(path ?? '')
      const type = path?.endsWith('.css') === true ? 'text/css' : '/javascript'
      expect([answer.status, answer.headers['content-type']], path).toEqual([
        200,
        expect.stringContaining(type),
      ])
    }
  })
})
