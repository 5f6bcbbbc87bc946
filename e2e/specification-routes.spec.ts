import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { settle } from './settle.ts'
import { fillSignIn, signIn } from './sign-in.ts'
import { passwordOf } from './shared-portal.ts'

// These tests change nothing that another journey looks at.
test.describe.configure({ mode: 'parallel' })

// Section 2 of the specification, row by row: "Screens and routes".

const recordingId = '01990000-0000-7000-8000-00000000dead'

const signedInArea = [
  { row: 'app/*: the profile', path: '/app/user', heading: 'Manage Your Profile' },
  { row: 'app/*: the landing page', path: '/app/dashboard/default', heading: 'Dashboard' },
  {
    row: 'app/*: search results',
    path: `/app/searchresults/${encodeURIComponent('a/b? 100%')}`,
    heading: 'Search results',
  },
  { row: 'manage/*', path: '/manage', heading: 'Administration Dashboard' },
  { row: 'reports/*', path: '/reports?x=1#y', heading: 'Reports' },
  { row: 'call-recording/{id}', path: `/call-recording/${recordingId}`, heading: /recording/i },
  {
    row: 'call-recording-redacted/{id}',
    path: `/call-recording-redacted/${recordingId}`,
    heading: /recording/i,
  },
] as const

test.describe('Signed-in area', () => {
  for (const { row, path, heading } of signedInArea) {
    test(`${row} asks for a sign-in, opens after it, and again after a reload`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/login\?returnTo=/)
      await fillSignIn(page, 'admin', passwordOf('admin'))
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.reload()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })
  }
})

test.describe('Signed-out routes', () => {
  test('login', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByLabel('User name')).toBeFocused()
  })

  test('ssoliberty/{id optional}: an id that this browser did not request', async ({ page }) => {
    await page.goto('/ssoliberty/an-id-of-somebody-else')
    await expect(page.getByText(/was started in another window/)).toBeVisible()
    await expect(page).not.toHaveURL(/an-id-of-somebody-else/)
    await page.getByRole('link', { name: 'Try to Login Again' }).press('Enter')
    await expect(page).toHaveURL(/\/login/)
  })

  for (const error of ['denied', 'noAccount', 'expired', 'nonsense%E0%A4%A']) {
    test(`ssoliberty/{id optional}: a return that failed with ${error}`, async ({ page }) => {
      await page.goto(`/ssoliberty?error=${error}`)
      await expect(page.getByRole('link', { name: 'Try to Login Again' })).toBeVisible()
    })
  }

  test('confirmpassword', async ({ page }) => {
    await page.goto('/confirmpassword')
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    const fresh = await page.context().newPage()
    await fresh.goto(`/confirmpassword#id=${recordingId}&token=${'x'.repeat(43)}`)
    await expect(fresh.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
    // Neither the address nor the history keeps the link.
    await expect(fresh).toHaveURL(/\/confirmpassword$/)
  })

  for (const path of [
    '/no/such/page',
    '/index.php',
    '/%E0%A4%A',
    '/loginx',
    '/constructor',
    '/..%2f..%2fetc',
  ]) {
    test(`any other path is a not-found page: ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await signIn(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    })
  }

  test('the root path leads to the sign-in or, when signed in, to the dashboard', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/login$/)
    await signIn(page)
    await page.goto('/')
    await expect(page).toHaveURL(/\/app\/dashboard\/default$/)
  })

  for (const address of [
    'https://evil.example',
    '//evil.example/app',
    String.raw`/\evil.example/app`,
    '/login',
    'javascript:alert(1)',
    '/app/../../evil',
  ]) {
    test(`an invalid return address is not followed: ${address}`, async ({ page, baseURL }) => {
      await page.goto(`/login?returnTo=${encodeURIComponent(address)}`)
      await fillSignIn(page, 'admin', passwordOf('admin'))
      await expect(page).toHaveURL(/\/app\/dashboard\/default$/)
      expect(new URL(page.url()).origin).toBe(baseURL)
    })
  }
})

test.describe('Layout', () => {
  test('a collapsible left side menu, 400 px wide, that collapses below 992 px', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 800 })
    await signIn(page)
    await page.goto('/app/user')
    const menu = page.getByRole('navigation', { name: 'Main' })
    const widthOf = async () => (await menu.boundingBox())?.width ?? 0
    await expect.poll(widthOf).toBe(400)
    await page.getByRole('button', { name: 'Collapse the side menu' }).press('Enter')
    await expect.poll(widthOf).toBeLessThan(100)
    await page.getByRole('button', { name: 'Expand the side menu' }).press('Enter')
    await expect.poll(widthOf).toBe(400)
    await page.setViewportSize({ width: 992, height: 800 })
    await expect.poll(widthOf).toBe(400)
    await page.setViewportSize({ width: 991, height: 800 })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand the side menu' })).toBeVisible()
    await expect.poll(async () => ((await menu.isVisible()) ? await widthOf() : 0)).toBeLessThan(100)
  })

  test('a top bar: logo to the dashboard, toggle, and for admins search box and View as', async ({
    page,
  }) => {
    await signIn(page)
    await page.goto('/app/user')
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'View as' })).toBeVisible()
    await page.goto('/reports')
    await settle(page)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused()
    await page.keyboard.type('50% off/now?')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/app/searchresults/${encodeURIComponent('50% off/now?')}`)
    await page.getByRole('link', { name: /to the dashboard/ }).press('Enter')
    await expect(page).toHaveURL(/\/app\/dashboard\/default$/)
  })

  test('no search box, View as or history for users who are not admins', async ({ page }) => {
    await signIn(page, 'demo-analyst')
    await page.goto('/app/user')
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'View as' })).toHaveCount(0)
    await page.goto('/reports')
    await settle(page)
    await expect(page.getByText('History', { exact: true })).toHaveCount(0)
    await page.goto('/manage')
    await expect(page.getByText("You don't have access")).toBeVisible()
    await page.goto('/app/searchresults/x')
    await expect(page.getByText("You don't have access")).toBeVisible()
  })

  test('no side menu, and nothing that folds it, for a user who may see nothing', async ({ page }) => {
    await signIn(page, 'demo-expired')
    await page.goto('/app/user')
    await settle(page)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Collapse the side menu' })).toHaveCount(0)
  })

  test('an avatar dropdown with Profile, Logout, a theme switch and a version line', async ({ page }) => {
    await signIn(page)
    await page.goto('/reports')
    const avatar = page.getByRole('button', { name: /^Account of/ })
    await avatar.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Account' })
    await expect(panel.getByText(/^Version \d+\.\d+/)).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Logout' })).toBeVisible()
    await panel.getByRole('switch', { name: 'Dark theme' }).press('Space')
    await expect(panel.getByRole('switch', { name: 'Dark theme' })).toBeChecked()
    await panel.getByRole('button', { name: 'Profile' }).press('Enter')
    await expect(page).toHaveURL(/\/app\/user$/)
  })

  test('an empty list shows No Items', async ({ page }) => {
    await signIn(page)
    await page.goto('/reports/calldetails?period=last7Days&keyword=nothing-is-called-so')
    await expect(page.getByText('No Items')).toBeVisible()
    await page.goto('/manage/media')
    const files = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
    await files
  })

  test("a render error shows 'Something went wrong.' with details, and the rest still works", async ({
    page,
  }) => {
    await signIn(page)
    await page.goto('/app/user')
    await settle(page)
    await page.route('**/assets/ReportsPage*.js', async (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export function ReportsPage() { throw new Error("the page failed to render") }',
      }),
    )
    await page.getByRole('menuitem').getByRole('link', { name: 'Reports', exact: true }).press('Enter')
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await page.getByText('Details', { exact: true }).press('Enter')
    await expect(page.getByText('the page failed to render')).toBeVisible()
    await page.getByRole('link', { name: /to the dashboard/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })

  test('a lazily loaded page shows a spinner', async ({ page }) => {
    await signIn(page)
    await page.goto('/reports')
    await settle(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/ProfilePage*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: /^Account of/ }).press('Enter')
    await page.getByRole('button', { name: 'Profile' }).press('Enter')
    await expect(page.getByRole('status', { name: 'Loading the page' })).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: 'Manage Your Profile' })).toBeVisible()
  })
})

test.describe('Side menu', () => {
  test('joins the menus in their order with dividers, then the history; groups are open', async ({
    page,
  }) => {
    await signIn(page)
    await page.goto('/reports')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByText('History', { exact: true })).toBeVisible()
    const entries = await menu
      .locator('[role=menuitem], [role=separator]')
      .evaluateAll((elements) =>
        elements.map((element) =>
          element.getAttribute('role') === 'separator' ? '—' : (element.textContent ?? '').trim(),
        ),
      )
    const order = ['Home', '—', 'Reports', '—', 'Administration Dashboard', '—']
    let from = 0
    for (const wanted of order) {
      const at = entries.findIndex((entry, index) => index >= from && entry.includes(wanted))
      expect(at, `${wanted} after ${from} in ${entries.join(' | ')}`).toBeGreaterThanOrEqual(from)
      from = at + 1
    }
    await expect(menu.getByRole('menuitem', { name: 'Call Details' }).first()).toBeVisible()
  })

  test('an item goes to its url, and the current page is marked', async ({ page }) => {
    await signIn(page)
    await page.goto('/app/user')
    const item = page.getByRole('menuitem', { name: 'Call Details' }).first()
    await item.press('Enter')
    await expect(page).toHaveURL(/\/reports\/calldetails/)
    await expect(item).toHaveClass(/selected/)
  })

  test('the history holds at most 10 pages, newest first, once each, without what follows a #', async ({
    page,
  }) => {
    await signIn(page)
    await page.goto('/app/searchresults/word-0#secret')
    await settle(page)
    const search = page.getByRole('searchbox', { name: 'Search', exact: true })
    for (const word of [...Array.from({ length: 11 }, (_, at) => `word-${at + 1}`), 'word-5']) {
      await search.fill(word)
      await search.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: `“${word}”` })).toBeVisible()
    }
    const stored = await page.evaluate(() => window.localStorage.getItem('trackedPages') ?? '')
    expect(stored).not.toContain('secret')
    const paths = [...stored.matchAll(/word-\d+/g)].map(([word]) => word)
    const unique = [...new Set(paths)]
    expect(unique.slice(0, 3)).toEqual(['word-5', 'word-11', 'word-10'])
    expect(unique.length).toBeLessThanOrEqual(10)
    const all: unknown = JSON.parse(
      await page.evaluate(() => window.localStorage.getItem('trackedPages') ?? '[]'),
    )
    expect(all).toHaveLength(10)
  })
})
