import { chromium } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { prepareBrowser } from './browser.ts'
import { settle } from './settle.ts'
import { startPortal } from './start-portal.ts'
const portal = await startPortal({})
const browser = await chromium.launch(await prepareBrowser())
try {
  const auth = await (await fetch(portal.url + '/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ userName: 'admin', password: portal.passwords['admin'] }) })).json()
  const ask = async (path: string, body: unknown, method = 'POST') => { const r = await fetch(portal.url + path, { method, headers: { 'content-type': 'application/json', authorization: 'Bearer ' + auth.token }, body: JSON.stringify(body) }); const t = await r.text(); console.log(path, r.status, t.slice(0, 300)); return t === '' ? null : JSON.parse(t) }
  const customers = await ask('/api/customer/search', {})
  const customerId = customers.items[0].id
  const source = await ask('/api/source', { name: 'Zentrale', customerId, kind: 'mapped', timeZone: 'Europe/Berlin', country: 'DE', ownNumbers: [], secrets: { secret: 'geheim' } })
  for (const [scheme, width, height] of [['light', 1600, 1000], ['dark', 1024, 768], ['light', 390, 844]] as const) {
    const context = await browser.newContext({ baseURL: portal.url, viewport: { width, height }, colorScheme: scheme, locale: 'en-US', reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.on('pageerror', (e) => console.log('ERR', e.message))
    await page.goto('/login')
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(portal.passwords['admin'] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/dashboard/default')
    await page.goto('/manage/sources/' + source.id + '/mapping')
    await settle(page)
    await page.screenshot({ path: `/tmp/w-mapped/drop-${width}.png` })
    if ((await page.locator('input[type=file]').count()) > 0) await page.locator('input[type=file]').setInputFiles(process.argv[2] ?? '/tmp/w-mapped/german.csv')
    await page.getByRole('region', { name: 'Rows as calls' }).waitFor({ timeout: 60000 }).catch((e) => console.log(String(e).slice(0, 200)))
    await settle(page)
    await page.screenshot({ path: `/tmp/w-mapped/map-${width}.png`, fullPage: true })
    await context.close()
  }
  const guess = await ask('/api/source/mapping/guess', { sourceId: source.id, sample: { base64: readFileSync('/tmp/w-mapped/german.csv').toString('base64') } })
  const saved = await ask('/api/source/' + source.id + '/mapping', { mapping: guess.mapping }, 'PUT')
  writeFileSync('/tmp/w-mapped/saved.json', JSON.stringify(saved))
  console.log((await fetch(portal.url + '/api/in/' + source.id + '?secret=geheim', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ Vorgang: 'W1', Wann: '3/11/2026 09:15', Gegenstelle: '+4930123456', 'Eigene Nr.': '+4989555010', 'Ausgang des Gesprächs': 'Beantwortet', 'Länge': '1:05' }) })).status)
} finally {
  await browser.close()
  await portal.stop()
}
