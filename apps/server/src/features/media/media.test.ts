import { Media } from '@callboard/contract/media'
import { pageOf } from '@callboard/contract/paging'
import { emptyGuid } from '@callboard/contract/scalars'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { expectOk, expectError, errorsOf } from '#test/expect-errors.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
let png: Buffer

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, userName: 'ada' })
  png = await plain(640, 160).png().toBuffer()
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1d5fd1' } })

async function upload(bytes: Buffer | string, { type = 'image/png', name = 'Logo' } = {}) {
  const response = await test.app.inject({
    method: 'POST',
    url: `/api/media?name=${encodeURIComponent(name)}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
    payload: bytes,
  })
  return { status: response.statusCode, headers: response.headers, text: response.body }
}

async function taken(bytes: Buffer, given: { type?: string; name?: string } = {}): Promise<Media> {
  const answer = await upload(bytes, given)
  expect(answer.status, answer.text).toBe(201)
  return Media.parse(JSON.parse(answer.text))
}

async function fileAt(path: string) {
  const { rawPayload, headers, statusCode } = await test.app.inject({ url: path })
  expect(statusCode).toBe(200)
  return { bytes: rawPayload, headers }
}

describe('an image of the library', () => {
  it('is taken in, renamed and deleted, with one record of each change', async () => {
    const media = await taken(png, { name: 'Blue bar' })
    expect(media).toMatchObject({
      name: 'Blue bar',
      contentType: 'image/png',
      width: 640,
      height: 160,
      isActive: true,
      usedBy: [],
    })
    expect(media.url).toMatch(/^\/api\/media\/file\/[0-9a-f]{32}\.png$/)
    const { bytes, headers } = await fileAt(media.url)
    expect(bytes.length).toBe(media.bytes)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp((await fileAt(media.thumbnailUrl)).bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 80,
    })
    const path = `/api/media/${media.id}`
    const change = async (body: object) => await admin.ask({ method: 'PUT', path, body })
    expect(expectOk(await change({ name: 'Bar', revision: 1 }))).toEqual({
      ...media,
      name: 'Bar',
      revision: 2,
    })
    expect((await change({ name: 'Late', revision: 1 })).status).toBe(409)
    expect((await admin.ask({ method: 'DELETE', path })).status).toBe(204)
    expectError(await admin.ask({ path }), 404, 'notFound')
    expectError(await test.ask({ path: media.url }), 404, 'notFound')
    expectError(await test.ask({ path: media.thumbnailUrl }), 404, 'notFound')
    const changes = await changesOf(test, media.id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
  })

  it('is made anew: nothing else that the bytes held comes along', async () => {
    const photo = await plain(60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody’s place' } })
      .toBuffer()
    const secret = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
    const { url, contentType } = await taken(secret, { type: 'image/jpeg' })
    expect(contentType).toBe('image/jpeg')
    const { bytes } = await fileAt(url)
    expect(bytes.includes('script')).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  it('keeps moving, and is known by its content, whatever it is sent as', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map(async (background) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const media = await taken(gif, { type: 'image/png' })
    expect(media).toMatchObject({ contentType: 'image/gif', width: 20, height: 10 })
    expect((await sharp((await fileAt(media.url)).bytes).metadata()).pages).toBe(2)
    const large = await taken(await plain(4000, 100).webp().toBuffer(), { type: 'image/webp' })
    expect(large).toMatchObject({ contentType: 'image/webp', width: 3000, height: 75 })
  })

  it('is refused when it is none, half of one, a bomb, or too large', async () => {
    const bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    for (const bytes of [
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
      '<!doctype html><script>alert(1)</script>',
      'GIF89a',
      png.subarray(0, png.length / 2),
      await plain(10, 10).tiff().toBuffer(),
      bomb,
    ]) {
      const answer = await upload(bytes)
      expect(answer.status).toBe(400)
      expect(errorsOf(answer).map(({ code }) => code)).toEqual(['invalidImage'])
    }
    expect(errorsOf(await upload(Buffer.alloc((5 << 20) + 1)))[0]?.code).toBe('payloadTooLarge')
    expect((await upload('<svg/>', { type: 'image/svg+xml' })).status).toBe(415)
    expect(errorsOf(await upload(png, { name: ' ' }))[0]).toMatchObject({ code: 'invalid', field: 'name' })
  })

  it('that is used somewhere is not deleted: the answer tells where', async () => {
    const { id, url } = await taken(png, { name: 'Used' })
    const path = `/api/media/${id}`
    const setting = await admin.ask({ path: '/api/settings', body: { key: 'logoUrl', value: url } })
    expect(setting.status, setting.text).toBe(201)
    const template = {
      name: 'Letter',
      subject: 'Hello',
      bodyText: 'Hello',
      bodyHtml: `<img src="{{ portalUrl }}${url}" alt="">`,
    }
    expect((await admin.ask({ path: '/api/emailtemplate', body: template })).status).toBe(201)
    const menu = { slug: 'with-image', name: 'Images', items: [{ key: 'image', url }] }
    expect((await admin.ask({ path: '/api/settings/menu', body: menu })).status).toBe(201)
    const { usedBy } = Media.parse(expectOk(await admin.ask({ path })))
    expect(usedBy.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'emailTemplate Letter',
      'menu Images',
      'setting logoUrl',
    ])
    const refused = await admin.ask({ method: 'DELETE', path })
    expectError(refused, 409, 'conflict')
    expect(refused.text).toContain('the email template Letter, the menu Images, the setting logoUrl')
    for (const method of ['GET', 'DELETE'] as const)
      expectError(await admin.ask({ method, path: `/api/media/${emptyGuid}` }), 404, 'notFound')
  })
})

describe('the library', () => {
  it('is searched, sorted, and holds those to choose from', async () => {
    const big = await taken(await plain(900, 900).png().toBuffer(), { name: 'Wren big' })
    await taken(png, { name: 'wren small' })
    const names = async (body: object) => {
      const answer = await admin.ask({ path: '/api/media/search', body: { keyword: 'wren', ...body } })
      return pageOf(Media)
        .parse(expectOk(answer))
        .items.map(({ name }) => name)
    }
    expect(await names({})).toEqual(['Wren big', 'wren small'])
    expect(await names({ sort: 'createdAt', desc: true })).toEqual(['wren small', 'Wren big'])
    await admin.ask({ method: 'PUT', path: `/api/media/${big.id}`, body: { isActive: false } })
    expect(await names({})).toEqual(['wren small'])
    expect(await names({ activeOnly: false })).toHaveLength(2)
  })
})
