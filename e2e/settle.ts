import type { Page } from '@playwright/test'

/** Waits until the page stands still; the event stream never ends, so the network is never idle. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(async () => {
    let changes = 0
    const observer = new MutationObserver(() => changes++)
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const isBusy = () =>
      // Parts of the page below the window load when they come into view.
      Array.from(document.querySelectorAll('[aria-busy="true"], [aria-label="Loading"]')).some(
        (waiting) => waiting.getBoundingClientRect().top <= window.innerHeight,
      ) || document.getAnimations().some((animation) => animation instanceof CSSTransition)
    for (let stillFrames = 0; stillFrames < 6; stillFrames++) {
      const before = changes
      await new Promise(requestAnimationFrame)
      if (changes > before || isBusy()) stillFrames = 0
    }
    observer.disconnect()
  })
}
