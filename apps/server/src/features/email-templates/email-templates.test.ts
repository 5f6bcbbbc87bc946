import { EmailTemplate, previewEmailTemplate } from '@callboard/contract/email-templates'
import { pageOf } from '@callboard/contract/paging'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectCreated, expectError, expectOk } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal
let token: string

beforeAll(async () => {
  test = await openPortal()
  const ada = await test.make.user({ isAdmin: true, userName: 'ada', email: 'ada@example.com' })
  await test.make.changeUser(ada.id, { first_name: 'Ada <b>', last_name: 'Byron' })
  token = ada.token
})

const texts = { subject: 'Hello', bodyHtml: '<p>Hello</p>', bodyText: 'Hello' }
const ask = async (body: object, path = '/api/emailtemplate') => await test.ask({ path, body, token })

async function made(body: object): Promise<EmailTemplate> {
  return EmailTemplate.parse(expectCreated(await ask({ ...texts, ...body })))
}

async function search(body: object): Promise<EmailTemplate[]> {
  const answer = await ask(body, '/api/emailtemplate/search')
  return pageOf(EmailTemplate).parse(answer.json()).items
}

async function builtIn(key: string): Promise<EmailTemplate> {
  const template = (await search({})).find((one) => one.key === key)
  if (template === undefined) throw new Error(`no template ${key}`)
  return template
}

const put = async (id: string, body: object) =>
  await test.ask({ method: 'PUT', path: `/api/emailtemplate/${id}`, body, token })
const remove = async (id: string) =>
  await test.ask({ method: 'DELETE', path: `/api/emailtemplate/${id}`, token })

const Preview = previewEmailTemplate.response
const preview = async (body: object) => await ask({ ...texts, ...body }, '/api/emailtemplate/preview')

async function mailsTo(recipient: string) {
  return await test.runtime.postgres.db
    .selectFrom('mail')
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .select(['subject', 'body_text', 'body_html'])
    .execute()
}

describe('an email template', () => {
  it('is made, changed and deleted, with one record of each change', async () => {
    const template = await made({ name: 'Weekly', description: 'Of the week' })
    expect(template).toMatchObject({ ...texts, key: null, isDefault: false, isActive: true, revision: 1 })
    expect(template.variables.map(({ name }) => name)).toContain('user.firstName')
    const path = `/api/emailtemplate/${template.id}`
    expect(expectOk(await test.ask({ path, token }))).toEqual(template)
    expectOk(await put(template.id, { subject: 'Hi', revision: 1 }))
    expect((await put(template.id, { subject: 'Ho', revision: 1 })).status).toBe(409)
    expect((await search({ keyword: 'of the WEEK' })).map(({ subject }) => subject)).toEqual(['Hi'])
    expect((await remove(template.id)).status).toBe(204)
    expectError(await test.ask({ path, token }), 404, 'notFound')
    expectError(await put(emptyGuid, {}), 404, 'notFound')
    const changes = await changesOf(test, template.id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
    expect(changes[1]?.changes).toEqual([{ field: 'subject', from: 'Hello', to: 'Hi' }])
  })

  it('is refused with the line that is wrong', async () => {
    for (const [body, field, words] of [
      [{ bodyHtml: '<p>\n{% if user %}' }, 'bodyHtml', /^Line 2: .*if/],
      [{ bodyText: 'a\nb\n{{ user.firstName | shout }}' }, 'bodyText', /^Line 3: .*shout/],
      [{ subject: '{{ user.firstName | raw }}' }, 'subject', /raw/],
      [{ bodyText: "{% include 'package.json' %}" }, 'bodyText', /include/],
      [{ bodyText: "{% render '/etc/passwd' %}" }, 'bodyText', /render/],
      [{ bodyText: "{% layout 'x' %}" }, 'bodyText', /layout/],
      [{ subject: '{% if false %}x{% endif %}' }, 'subject', /empty/],
    ] as const) {
      const answer = await ask({ ...texts, name: 'Odd', ...body })
      expect(answer.status).toBe(400)
      const [error] = errorsOf(answer)
      expect(error).toMatchObject({ code: 'invalidTemplate', field })
      expect(error?.description).toMatch(words)
    }
    const nameless = await ask(texts)
    expect(errorsOf(nameless)[0]).toMatchObject({ code: 'invalid', field: 'name' })
    await made({ name: 'Taken' })
    expect(errorsOf(await ask({ ...texts, name: 'Taken' }))[0]).toMatchObject({
      code: 'nameTaken',
      field: 'name',
    })
  })

  it('is seen as a mail to whoever asks, escaped in HTML', async () => {
    const body = {
      subject: '{{ user.firstName }}\n{{ productName }}',
      bodyHtml: '<p>{{ user.firstName }} {{ user.lastName }} {{ link }}</p>',
      bodyText: '{{ user.firstName }} {{ user.constructor }}{{ user.nothing }}',
    }
    const shown = Preview.parse(expectOk(await preview(body)))
    expect(shown.subject).toBe('Ada <b> Callboard')
    expect(shown.html).toMatch(/^<p>Ada &lt;b&gt; Byron http:.+\/reports<\/p><p.*\/unsubscribe#token=sample/)
    expect(shown.text).toBe('Ada <b>\n\nUnsubscribe: http://localhost:8080/unsubscribe#token=sample\n')
    const linked = Preview.parse(expectOk(await preview({ ...body, key: 'invitation' })))
    expect(linked.html).toContain('/confirmpassword#id=sample')
  })

  it('tells what it names and no mail of its kind has, and nothing of what comes with the portal', async () => {
    const unknown = async (body: object) => Preview.parse(expectOk(await preview(body))).unknownVariables
    expect(
      await unknown({
        subject: 'Hello {{ user.fristName }}{{ nosuch.var }}',
        bodyHtml: '{% assign mine = user.firstName %}{{ mine }} {{ user.firstName.size }}',
        bodyText: '{% if report.name %}{{ nosuch.var }}{{ link }}{% endif %}',
      }),
    ).toEqual(['user.fristName', 'nosuch.var'])
    const looped =
      '{% for one in reasons %}{{ one.reason }}{{ reasons[0].rows }}{% endfor %}{{ report.name }}'
    expect(await unknown({ key: 'quarantine', bodyText: looped })).toEqual(['report.name'])
    const subscribed = new Set(['report', 'alertBegan', 'alertEnded'])
    for (const { key, subject, bodyHtml, bodyText } of await search({})) {
      if (key === null) continue
      const shown = Preview.parse(expectOk(await preview({ key, subject, bodyHtml, bodyText })))
      expect([key, shown.unknownVariables]).toEqual([key, []])
      expect([key, shown.html.includes('Unsubscribe')]).toEqual([key, subscribed.has(key)])
    }
  })

  it('that goes on for ever, or wants all memory, is stopped while the portal goes on', async () => {
    for (const bodyText of [
      '{% for i in (1..1000000000) %}x{% endfor %}',
      '{% for i in (1..99999) %}{% for j in (1..99999) %}{% endfor %}{% endfor %}',
      '{% assign a = "xxxxxxxxxx" %}{% for i in (1..40) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
      // Inside of one filter, where nothing counts the time.
      '{% assign a = "x" %}{% for i in (1..17) %}{% assign a = a | append: a %}{% endfor %}{% assign b = a | append: "y" %}{% assign c = a | append: a %}{% assign l = a | split: "" %}{{ l | where_exp: "i", "c contains b" | size }}',
      '{% assign a = "x" %}{% for i in (1..26) %}{% assign a = a | append: a %}{% endfor %}{{ a | split: "" | join: a }}',
    ]) {
      const answering = preview({ bodyText })
      const first = await Promise.race([
        answering.then(() => 'the template'),
        test.ask({ path: '/healthz' }).then(({ status }) => status),
      ])
      expect(first).toBe(200)
      const answer = await answering
      expect({ bodyText, status: answer.status }).toEqual({ bodyText, status: 400 })
      expect(errorsOf(answer)[0]?.code).toBe('invalidTemplate')
    }
    expectOk(await preview({}))
  })
})

describe('a template that comes with the portal', () => {
  it('is used for its mails, written anew and put back', async () => {
    const user = await test.make.user({
      userName: 'bob',
      email: 'bob@example.com',
      password: 'plover quartz 42',
    })
    await test.make.changeUser(user.id, { first_name: 'Bob' })
    const forget = async (count: number) => {
      await ask({ userName: 'bob' }, '/api/auth/forgotpassword')
      await expect.poll(async () => (await mailsTo('bob@example.com')).length).toBe(count)
      return (await mailsTo('bob@example.com'))[count - 1]
    }
    const template = await builtIn('forgottenPassword')
    expect(template).toMatchObject({ isDefault: true, isActive: true })
    const first = await forget(1)
    expect(first?.subject).toBe('A new password for Callboard')
    expect(first?.body_html).toMatch(/<a href="[^"]+\/confirmpassword#id=[^"]+"/)
    const changed = await put(template.id, {
      subject: 'Ho {{ user.firstName }}',
      bodyHtml: '',
      bodyText: 'Go: {{ link }}',
    })
    expect(EmailTemplate.parse(expectOk(changed))).toMatchObject({ isDefault: false, bodyHtml: '' })
    const second = await forget(2)
    expect(second).toMatchObject({ subject: 'Ho Bob', body_html: null })
    expect(second?.body_text).toMatch(/^Go: .+\/confirmpassword#id=.+&token=/)
    expect((await remove(template.id)).status).toBe(204)
    expect(await builtIn('forgottenPassword')).toEqual({ ...template, revision: template.revision + 2 })
    expectError(await remove(template.id), 409, 'conflict')
    const actions = (await changesOf(test, template.id)).map(({ action }) => action)
    expect(actions).toEqual(['update', 'update'])
  })

  it('stays active and keeps its link', async () => {
    const { id } = await builtIn('invitation')
    expectError(await put(id, { isActive: false }), 409, 'conflict')
    for (const [body, field] of [
      [{ bodyText: 'Come in' }, 'bodyText'],
      [{ bodyHtml: '<p>Come in</p>' }, 'bodyHtml'],
    ] as const)
      expect(errorsOf(await put(id, body))[0]).toMatchObject({ code: 'invalidTemplate', field })
  })

  it('is sent to whoever tries it, if they have an address', async () => {
    const { id } = await builtIn('invitation')
    const path = `/api/emailtemplate/${id}/test`
    expect((await test.ask({ method: 'POST', path, token })).status).toBe(204)
    const [mail] = await mailsTo('ada@example.com')
    expect(mail).toMatchObject({ subject: 'Welcome to Callboard' })
    expect(mail?.body_html).toContain('Hello Ada &lt;b&gt;,')
    const user = await test.make.user({ isAdmin: true })
    expectError(await user.ask({ method: 'POST', path }), 409, 'conflict')
    expectError(
      await test.ask({ method: 'POST', path: `/api/emailtemplate/${emptyGuid}/test`, token }),
      404,
      'notFound',
    )
  })
})
