import { expect, type Locator, type Page } from '@playwright/test'

const maxStops = 120

/** Moves the focus to an element by Tab or Shift+Tab, and expects it to be visible at every stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeAttached()
  for (let stops = 0; stops < maxStops; stops++) {
    await page.keyboard.press(key)
    expect(await page.evaluate(stopWithoutFocusRing)).toBe('')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} does not lead to ${target.toString()}`)
}

/** The focused element, unless an outline or a shadow shows the focus: its own, or of an element that it fills. */
function stopWithoutFocusRing(): string {
  const stop = document.activeElement
  // After the last element, the focus goes to the browser's own controls.
  if (stop === null || stop === document.body) return ''
  const around = [stop, stop.parentElement, stop.parentElement?.parentElement].concat(
    stop.closest('.ant-select'),
  )
  const isSeen = around.some((element) => {
    if (!(element instanceof Element)) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  return isSeen ? '' : stop.outerHTML.slice(0, 300)
}
