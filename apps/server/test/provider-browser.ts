interface Cookie {
  name: string
  value: string
  path: string
}

/** A person's browser at a provider: follows redirects, keeps cookies, and sends the forms it is shown. */
export class ProviderBrowser {
  #cookies: Cookie[] = []

  /** Goes on until the provider sends the browser back; answers where to. */
  async signIn(
    url: string,
    { login, home, answer = 'go on' }: { login: string; home: string; answer?: string },
  ): Promise<string> {
    let next: { url: string; form?: URLSearchParams } = { url }
    for (let steps = 0; steps < 20; steps++) {
      const response = await this.#ask(next)
      const location = response.headers.get('location')
      if (location !== null) {
        const to = new URL(location, next.url).href
        if (to.startsWith(`${home}/`)) return to
        next = { url: to }
        continue
      }
      const page = await response.text()
      if (response.status !== 200 || !page.includes('<form'))
        throw new Error(`the provider does not go on: ${response.status} ${page}`)
      next = { url: actionOf(page, next.url), form: filled(page, { login, answer }) }
    }
    throw new Error('the provider goes on and on')
  }

  async #ask({ url, form }: { url: string; form?: URLSearchParams }): Promise<Response> {
    const { pathname } = new URL(url)
    const cookies = this.#cookies.filter(({ path }) => `${pathname}/`.startsWith(path.replace(/\/*$/, '/')))
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const path = /^path=(.*)$/i.exec(attributes.find((one) => /^path=/i.test(one)) ?? '')?.[1] ?? '/'
    const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path }
    this.#cookies = this.#cookies.filter(({ name, path: of }) => name !== cookie.name || of !== path)
    const isGone = attributes.some((one) => /^expires=.*1970/i.test(one))
    if (!isGone) this.#cookies.push(cookie)
  }
}

function actionOf(page: string, url: string): string {
  return new URL(/<form[^>]*\baction="([^"]*)"/.exec(page)?.[1] ?? url, url).href
}

function filled(page: string, { login, answer }: { login: string; answer: string }): URLSearchParams {
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    form.set(name, value)
  }
  if (page.includes('name="login"')) form.set('login', login)
  if (page.includes('name="answer"')) form.set('answer', answer)
  if (page.includes('name="logout"')) form.set('logout', 'yes')
  return form
}
