import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { compareHeard } from './heard-sound.ts'
import {
  chooseSpeechCommand,
  expectSettled,
  openVersions,
  recordCall,
  sendCallToFetch,
} from './recorded-call.ts'
import { signIn } from './sign-in.ts'

test('a recording is heard without what must not be heard, here and in the small player', async ({
  page,
}) => {
  await signIn(page)
  const id = await recordCall(page, 30)
  await page.goto(`/call-recording-redacted/${id}?at=1`)
  // It becomes ready by itself, after those of the demo.
  const position = page.getByRole('slider', { name: 'Position' })
  await expect(position).toHaveAttribute('aria-valuetext', '0:01 of 2:00')
  const spans = page.getByRole('list', { name: 'Spans' })
  await expect(spans).toContainText('Keys')
  await expect(spans).toContainText('Card number')
  const turns = page.getByRole('list', { name: 'Turns' })
  await expect(turns).toContainText('The card is •')
  // As words, as the portal may listen at port 41117.
  expect(await page.content()).not.toMatch(/\b4111\b|\b1111\b|4111\D?1111/)

  await page.getByRole('searchbox', { name: 'Search in the transcript' }).fill('CARD')
  await expect(page.getByText('1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next match' }).press('Enter')
  await expect(turns.locator('mark').nth(1)).toHaveAttribute('data-match', '1')
  await expect(page.getByText('2 of 2')).toBeVisible()

  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await expectToMove(page)
  await turns.getByRole('button', { name: /Thank you/ }).press('Enter')
  await expect(turns.locator('[aria-current]')).toContainText('Thank you')
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await position.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(position).toHaveAttribute('aria-valuenow', '5')
  await expect(turns.locator('[aria-current]')).toContainText('number on the card')

  await position.press('Home')
  await page.keyboard.press(' ')
  await expectToMove(page)
  await page.getByRole('link', { name: 'Home' }).first().press('Enter')
  await expect(page).toHaveURL(/\/app\/dashboard/)
  const small = page.getByRole('region', { name: 'Now playing' })
  await expectToMove(page)
  await small.getByRole('button', { name: '10 seconds back' }).press('Enter')
  await small.getByRole('button', { name: 'Pause' }).press('Enter')
  await small.getByRole('link').press('Enter')
  await expect(page).toHaveURL(/calldetails\?call=/)
  // The call has a player of its own.
  await expect(small).toBeHidden()
  const call = page.getByRole('dialog')
  await call.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await expectToMove(page)
  await page.keyboard.press('Escape')
  await small.getByRole('button', { name: 'Close the player' }).press('Enter')
  await expect(small).toBeHidden()

  await page.goto(`/call-recording/${id}`)
  await expect(page.getByRole('list', { name: 'Turns' })).toContainText('4111 1111 1111 1111')
  await expect(page.getByRole('region', { name: 'Who listened' })).toContainText('listened, redacted')

  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Mark 2 s from 0:00.0' }).press('Enter')
  await expect(spans).toContainText('Marked manually')
  await page.getByRole('button', { name: /Undo/ }).press('Enter')
  await expect(spans).not.toContainText('Marked manually')
  const [left, middle] = await placesOnWave(page, [0.1, 0.25])
  await page.mouse.move(left.x, left.y)
  await page.mouse.down()
  await page.mouse.move(middle.x, middle.y, { steps: 5 })
  await page.mouse.up()
  await expect(spans).toContainText('Marked manually')
  await page.getByRole('button', { name: /Lift Keys/ }).press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await page.goto(`/call-recording-redacted/${id}`)
  await expect(spans).toContainText('Marked manually')
  await expect(spans).not.toContainText('Keys')
  const heard = await compareHeard(page, await openVersions(page, id))
  expect(heard).toMatchObject({ loudestInside: 0, maxDifferentOutside: 0 })
  expect(heard.loudestOriginalInside).toBeGreaterThan(0.1)

  await page.goto(`/reports/calldetails?call=${await sendCallToFetch(page)}`)
  const recordings = page.getByRole('region', { name: 'Recordings' })
  await expect(recordings).toContainText('elsewhere.example.com is none of the hosts that are fetched from.')
  const retried = page.waitForResponse(/\/retry$/)
  await recordings.getByRole('button', { name: 'Try again to fetch the recording' }).press('Enter')
  expect((await retried).status()).toBe(200)
  await expect(recordings).toContainText('could not be fetched')
})

test('speech to text is tried, makes a transcript, and what it made is replaced by a better one', async ({
  page,
}) => {
  await signIn(page)
  const id = await recordCall(page, 24, { hasTranscript: false })
  await expectSettled(page, id)
  const reset = await chooseSpeechCommand(page)
  await page.goto('/manage/settings')
  await page.getByRole('button', { name: 'Test' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Transcript of the demo' })).toContainText('Good morning')
  await page.getByRole('button', { name: 'Send older recordings' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Send older recordings to speech to text?' })
  await expect(question).toContainText(/\d+ recordings?: their originals, including/)
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(question).toBeHidden()

  await page.goto(`/call-recording/${id}`)
  const panel = page.getByRole('region', { name: 'Transcript' })
  await panel.getByRole('button', { name: 'Make it' }).press('Enter')
  const asked = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/transcript'),
  )
  await page.getByRole('button', { name: 'Send the original' }).press('Enter')
  expect((await asked).ok()).toBe(true)
  await expectSettled(page, id)
  await page.reload()
  await expect(panel).toContainText(/Made by speech to text \(command .*\)\. It may have misheard\./)
  await expect(panel.getByRole('list', { name: 'Turns' })).toContainText('Good morning')
  await expect(panel.getByRole('button', { name: 'Make it again' })).toBeVisible()
  const buffer = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n<v agent>As a person heard it\n')
  await panel.locator('input[type=file]').setInputFiles({ name: 'better.vtt', mimeType: 'text/vtt', buffer })
  await expect(panel.getByRole('list', { name: 'Turns' })).toContainText('As a person heard it')
  await expect(panel).not.toContainText('Made by speech to text')
  await reset()

  // Whoever destroys originals is asked first.
  await page.goto('/manage/customers')
  await page.locator('tbody tr[data-row-key] a').first().press('Enter')
  const destroys = page.getByRole('switch', { name: 'Originals of recordings are destroyed' })
  await destroys.press('Enter')
  const warning = page.getByRole('dialog', { name: /^Destroy the originals of all recordings of / })
  await expect(warning).toContainText('existing originals are destroyed the next night')
  await warning.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(destroys).not.toBeChecked()
  await destroys.press('Enter')
  await warning.getByRole('button', { name: 'Destroy originals' }).press('Enter')
  await expect(destroys).toBeChecked()
})

/** Sound is heard: the clock of what plays goes on. */
async function expectToMove(page: Page): Promise<void> {
  const position = page.getByRole('slider', { name: 'Position' })
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  const before = await position.getAttribute('aria-valuetext')
  await expect(position).not.toHaveAttribute('aria-valuetext', before ?? '')
}

/** Points on the waveform, as parts of its width. */
async function placesOnWave(page: Page, parts: [number, number]): Promise<[Point, Point]> {
  const box = await page.getByRole('slider', { name: 'Position' }).boundingBox()
  if (box === null) throw new Error('There is no waveform')
  const [one, other] = parts
  const at = (part: number) => ({ x: box.x + part * box.width, y: box.y + box.height / 4 })
  return [at(one), at(other)]
}

interface Point {
  x: number
  y: number
}
