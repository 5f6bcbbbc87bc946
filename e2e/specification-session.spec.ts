import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { test } from './journey.ts'
import { waitForMail } from './mailbox.ts'
import { mailFolder, passwordOf, type PortalUserName, portalUrl, rememberPassword } from './shared-portal.ts'
import { blankPath, fillSignIn, signIn, signInByForm } from './sign-in.ts'

// Section 4 of the specification, row by row: "States and transitions"; then sign-in and profile of section 2.

const User = z.object({ id: z.string() })
const Emailed = z.looseObject({ email: z.string() })
const SignedIn = z.looseObject({ token: z.string(), userName: z.string(), isAdmin: z.boolean() })

const readStored = async (page: Page, key: string) =>
  await page.evaluate((name) => window.localStorage.getItem(name), key)

/** The session as the browser has stored it. */
async function storedSession(page: Page): Promise<z.infer<typeof SignedIn>> {
  const text = Buffer.from((await readStored(page, 'user_info')) ?? '', 'base64').toString('utf8')
  return SignedIn.parse(JSON.parse(text))
}

async function openAccount(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).press('Enter')
  return page.getByRole('dialog', { name: 'Account' })
}

async function logOut(page: Page): Promise<void> {
  const panel = await openAccount(page)
  await panel.getByRole('button', { name: 'Logout' }).press('Enter')
}

/** Calls the API as a user, in a session of its own. */
async function callApi(userName: PortalUserName, path: string, method = 'GET'): Promise<Response> {
  const signedIn = await fetch(`${portalUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: passwordOf(userName) }),
  })
  const { token } = SignedIn.parse(await signedIn.json())
  return await fetch(`${portalUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
}

async function getUserId(userName: PortalUserName): Promise<string> {
  const found = await callApi('admin', `/api/user/searchportalusers?keyword=${userName}`)
  const [user] = z.array(User).parse(await found.json())
  if (user === undefined) throw new Error(`there is no user ${userName}`)
  return user.id
}

/** Views the portal as a user, who is chosen by type-ahead. */
async function viewAs(page: Page, keyword: string): Promise<void> {
  const select = page.getByRole('combobox', { name: 'View as' })
  await select.focus()
  await page.keyboard.type(keyword)
  await expect(page.locator('.ant-select-item-option')).toHaveCount(1)
  await expect(page.locator('.ant-select-item-option-active')).toBeVisible()
  await page.keyboard.press('Enter')
}

test.describe('Session: signed out, signed in, optionally viewing as another user', () => {
  test('user_info holds the fields of the specification as base64 JSON, and no cookie is set', async ({
    page,
    context,
  }) => {
    await signInByForm(page)
    const session = await storedSession(page)
    const fields = [
      'id',
      'firstName',
      'lastName',
      'userName',
      'thumbnailUrl',
      'isAdmin',
      'loginProvider',
      'legacyReportingCid',
      'claimsString',
      'token',
      'userRoles',
      'menus',
      'claims',
    ]
    for (const field of fields) expect(session).toHaveProperty(field)
    expect(session.isAdmin).toBe(true)
    expect(await context.cookies()).toEqual([])
  })

  for (const broken of ['', 'not base64!', btoa('{"id":1}'), btoa('\u00ff'), 'null']) {
    test(`a stored user that cannot be read means signed out: ${JSON.stringify(broken)}`, async ({
      page,
    }) => {
      await page.goto('/healthz')
      await page.evaluate((text) => window.localStorage.setItem('user_info', text), broken)
      await page.goto('/app/user')
      await expect(page).toHaveURL(/\/login\?returnTo=%2Fapp%2Fuser$/)
      await expect(page.getByLabel('User name')).toBeVisible()
    })
  }

  test('other local storage that cannot be read breaks nothing', async ({ page }) => {
    await signIn(page)
    await page.evaluate(() => {
      for (const key of ['trackedPages', 'isDarkTheme', 'isMenuCollapsed', 'callColumns'])
        window.localStorage.setItem(key, '{"broken')
      window.localStorage.setItem('masked_user_info', '00000000-0000-0000-0000-000000000000')
    })
    await page.goto('/app/user')
    await expect(page.getByRole('heading', { name: 'Manage Your Profile' })).toBeVisible()
    await expect(page.getByText(/^Viewing as/)).toHaveCount(0)
    await page.goto('/reports/calldetails?period=today')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('several tabs follow each other: sign-in, logout, and another user', async ({ page, context }) => {
    await page.goto('/app/user')
    const other = await context.newPage()
    await other.goto('/reports')
    await expect(other).toHaveURL(/\/login/)
    await fillSignIn(page, 'demo-analyst', passwordOf('demo-analyst'))
    await expect(page.getByRole('heading', { name: 'Manage Your Profile' })).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
    await logOut(page)
    await expect(page).toHaveURL(/\/login/)
    await expect(other).toHaveURL(/\/login/)
    await fillSignIn(page, 'demo-reader', passwordOf('demo-reader'))
    await expect(other.getByRole('button', { name: 'Account of Mei Tanaka' })).toBeVisible()
  })
})

test.describe('Logout', () => {
  test('clears the stored user, then reloads to the root', async ({ page }) => {
    await signInByForm(page)
    await page.evaluate(() => window.localStorage.setItem('isDarkTheme', 'true'))
    const { token } = await storedSession(page)
    await logOut(page)
    await expect(page).toHaveURL(/\/login$/)
    expect(await readStored(page, 'user_info')).toBeNull()
    expect(await readStored(page, 'masked_user_info')).toBeNull()
    expect(await readStored(page, 'isDarkTheme')).toBe('true')
    const authorization = `Bearer ${token}`
    // The page does not wait for the server.
    await expect
      .poll(async () => (await fetch(`${portalUrl}/api/user/me`, { headers: { authorization } })).status)
      .toBe(401)
    await page.goBack()
    await expect(page.getByLabel('User name')).toBeVisible()
  })

  test('of a single sign-on user goes to the provider’s sign-out page, and comes back', async ({ page }) => {
    await page.goto('/reports')
    await page.getByRole('button', { name: /Sign in with/ }).press('Enter')
    await page.getByLabel('Name at the provider').fill('libby')
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    await page.getByRole('button', { name: 'Allow' }).press('Enter')
    await expect(page).toHaveURL(/\/reports$/)
    await expect(page.getByRole('button', { name: 'Account of Libby Marsh' })).toBeVisible()
    await logOut(page)
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(new URL(page.url()).origin).not.toBe(portalUrl)
    await page.getByRole('button', { name: 'Sign out' }).press('Enter')
    await expect(page).toHaveURL(`${portalUrl}/login`)
    expect(await readStored(page, 'user_info')).toBeNull()
  })
})

test.describe('Any 401', () => {
  test('reloads a page that has nothing on it yet, which leads to the sign-in', async ({ page }) => {
    await signInByForm(page, 'demo-reader')
    const { token } = await storedSession(page)
    await page.goto(blankPath)
    await fetch(`${portalUrl}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    await page.goto('/reports')
    await expect(page).toHaveURL(/\/login\?returnTo=%2Freports/)
    expect(await readStored(page, 'user_info')).toBeNull()
  })
})

test.describe('View as', () => {
  test('choosing a user stores it and reloads; a banner says so; stopping removes it', async ({ page }) => {
    await signInByForm(page)
    await page.goto('/reports')
    await viewAs(page, 'demo-client')
    const banner = page.getByRole('status').filter({ hasText: 'Viewing as' })
    await expect(banner).toContainText('Hector Almeida')
    expect(await readStored(page, 'masked_user_info')).toBe(await getUserId('demo-client'))
    // The pages are those of the viewed user; the select and the stored user remain the administrator's.
    await expect(page.getByText("You don't have access")).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'View as' })).toBeVisible()
    await page.getByRole('link', { name: /to the dashboard/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    const history = (await readStored(page, 'trackedPages')) ?? ''
    expect(history).not.toContain('dashboard/default?')
    expect(await storedSession(page)).toMatchObject({ userName: 'admin', isAdmin: true })
    await banner.getByRole('button', { name: 'Stop' }).press('Enter')
    await expect(page.getByText('Viewing as', { exact: false })).toHaveCount(0)
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeVisible()
    expect(await readStored(page, 'masked_user_info')).toBeNull()
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeVisible()
  })

  test('is read-only: the account cannot be changed', async ({ page }) => {
    await signInByForm(page, 'demo-supervisor')
    await page.goto('/app/user')
    await viewAs(page, 'demo-analyst')
    await expect(page.getByRole('status').filter({ hasText: 'Viewing as Nora Whitlock' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Manage Your Profile' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeDisabled()
  })

  test('ends when the user is deleted, and the page is the administrator’s own again', async ({ page }) => {
    await signInByForm(page)
    await page.goto('/app/user')
    await viewAs(page, 'demo-expired')
    await expect(page.getByRole('status').filter({ hasText: 'Viewing as Viktor Kovac' })).toBeVisible()
    const id = await getUserId('demo-expired')
    expect((await callApi('admin', `/api/user/${id}`, 'DELETE')).status).toBe(204)
    // The next request notices.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Account of Portal Administrator' })).toBeVisible()
    expect(await readStored(page, 'masked_user_info')).toBeNull()
    expect((await callApi('admin', `/api/user/${id}/restore`, 'PUT')).status).toBe(200)
    await expect(page.getByText('Viewing as', { exact: false })).toHaveCount(0)
    expect(await readStored(page, 'user_info')).not.toBeNull()
  })
})

test.describe('A user account', () => {
  test('can be deactivated and activated, deleted and restored', async ({ page }) => {
    const id = await getUserId('demo-accounts')
    for (const [path, method, undoPath] of [
      [
        `/api/user/${id}/updateUserAccountStatus/inactive`,
        'PUT',
        `/api/user/${id}/updateUserAccountStatus/active`,
      ],
      [`/api/user/${id}`, 'DELETE', `/api/user/${id}/restore`],
    ] as const) {
      // Until the page has loaded its user, it is not in use, and would be loaded anew.
      const loaded = page.waitForResponse('**/api/user/me')
      await signInByForm(page, 'demo-accounts')
      await (await loaded).finished()
      expect((await callApi('admin', path, method)).ok).toBe(true)
      // The open page notices by itself: the stream of calls ends within a second, and a new one is rejected.
      await expect(page.getByText('Your session has ended')).toBeVisible()
      await page.getByLabel('Password', { exact: true }).fill(passwordOf('demo-accounts'))
      await page.keyboard.press('Enter')
      await expect(page.getByText('Incorrect user name or password.')).toBeVisible()
      expect((await callApi('admin', undoPath, 'PUT')).ok).toBe(true)
    }
    await signInByForm(page, 'demo-accounts')
  })
})

test.describe('Sign-in', () => {
  test('a forgotten password is replaced through the link in a mail, by keyboard alone', async ({ page }) => {
    const { email } = Emailed.parse(
      await (await callApi('admin', `/api/user/${await getUserId('demo-reader')}`)).json(),
    )
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).press('Enter')
    await expect(page).toHaveURL(/\/confirmpassword$/)
    await expect(page.getByLabel('User name')).toBeFocused()
    await page.keyboard.type('demo-reader')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/we have sent a link/)).toBeVisible()
    const mail = await waitForMail(mailFolder, email)
    const link = /http\S+\/confirmpassword#\S+/.exec(mail)?.[0] ?? ''
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page).toHaveURL(/\/confirmpassword$/)
    const chosen = 'walnut harbor 88 quay'
    await page.getByLabel('New password', { exact: true }).press('w')
    await page.getByLabel('New password', { exact: true }).fill(chosen)
    // Past the button that shows the password.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('something else')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The passwords do not match.')).toBeVisible()
    await page.getByLabel('Confirm new password').fill(chosen)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Password set')).toBeVisible()
    rememberPassword('demo-reader', chosen)
    await page.getByRole('link', { name: 'To the sign-in' }).press('Enter')
    await fillSignIn(page, 'demo-reader', chosen)
    await expect(page).toHaveURL(/\/app\/dashboard\/default/)
    const again = await page.context().newPage()
    await again.goto(link)
    await again.getByLabel('New password', { exact: true }).fill('another harbor 99 quay')
    await again.getByLabel('Confirm new password').fill('another harbor 99 quay')
    await again.keyboard.press('Enter')
    await expect(again.getByText('This link does not work')).toBeVisible()
  })

  test('with a second factor asks for the code, and accepts a recovery code once', async ({ page }) => {
    await signInByForm(page, 'demo-branches')
    await page.goto('/app/user?tab=sign-in')
    const panel = page.getByRole('region', { name: 'Two-factor sign-in' })
    await panel.getByRole('button', { name: /Turn on|Set up/ }).press('Enter')
    await panel.getByLabel(/Confirm your password/).fill(passwordOf('demo-branches'))
    await page.keyboard.press('Enter')
    const secret = ((await panel.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await panel.getByLabel(/Six-digit code/).fill(totp.generate({ timestamp: Date.now() - 30_000 }))
    await page.keyboard.press('Enter')
    const codes = page.getByRole('list', { name: 'Recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    const recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
    await logOut(page)
    await expect(page.getByLabel('User name')).toBeFocused()

    for (const code of [totp.generate(), recovery]) {
      await page.goto('/login?returnTo=%2Freports')
      await fillSignIn(page, 'demo-branches', passwordOf('demo-branches'))
      await expect(page.getByLabel('Code')).toBeFocused()
      await page.keyboard.type('000000')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/The code is incorrect/)).toBeVisible()
      await page.getByLabel('Code').fill(code)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/reports$/)
      await logOut(page)
      await expect(page).toHaveURL(/\/login/)
    }
    await fillSignIn(page, 'demo-branches', passwordOf('demo-branches'))
    await page.getByLabel('Code').fill(recovery)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/The code is incorrect/)).toBeVisible()
  })

  test('through a provider without an account here says why, with Try to Login Again', async ({ page }) => {
    await page.goto('/ssoliberty')
    await page.getByLabel('Name at the provider').fill('stranger')
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
    await page.getByRole('button', { name: 'Allow' }).press('Enter')
    await expect(page.getByText(/There is no portal account/)).toBeVisible()
    await page.getByRole('link', { name: 'Try to Login Again' }).press('Enter')
    await expect(page).toHaveURL(/\/login/)
    expect(await readStored(page, 'user_info')).toBeNull()
  })

  test('that is cancelled at the provider says so', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: /Sign in with/ }).press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Try to Login Again' })).toBeVisible()
    await expect(page.getByText(/provider refused the sign-in/)).toBeVisible()
  })
})

test.describe('Profile', () => {
  test('names, zone and picture are changed, and the frame follows at once', async ({ page }) => {
    await signInByForm(page, 'demo-client')
    await page.goto('/app/user')
    await page.getByLabel('First name').fill('Héctor')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: 'Account of Héctor Almeida' })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Héctor')
    await page.locator('input[type=file]').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
    await page
      .getByRole('button', { name: /Use|Save|Upload/ })
      .last()
      .press('Enter')
    await expect(page.getByRole('button', { name: /^Account of/ }).locator('img')).toBeVisible()
  })

  test('lists the sessions, and ends another one at once', async ({ page, elsewhere }) => {
    await signInByForm(page, 'demo-client')
    await signInByForm(elsewhere, 'demo-client')
    await page.goto('/app/user')
    await page.getByRole('tab', { name: 'Sessions' }).press('Enter')
    const panel = page.getByRole('region', { name: 'Sessions' })
    await expect(panel.getByText('Current')).toBeVisible()
    await panel.getByRole('button', { name: /all other/i }).press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /all other/i })
      .press('Enter')
    await expect(panel.getByRole('button', { name: /^Sign out / })).toHaveCount(0)
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/login/)
  })
})
