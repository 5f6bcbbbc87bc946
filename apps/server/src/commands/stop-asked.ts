const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Resolves when the process is told to stop. Told again it goes on stopping: a terminal's Ctrl-C reaches it twice,
 * once itself and once through the script that started it.
 */
export async function stopAsked(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
  })
}
