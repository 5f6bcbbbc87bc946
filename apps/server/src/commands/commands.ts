import { addApiKey } from './add-api-key.ts'
import { addCustomer } from './add-customer.ts'
import { backupCommand } from './backup.ts'
import { checkChanges } from './check-changes.ts'
import type { Command, CommandContext } from './command.ts'
import { healthCommand } from './health.ts'
import { importCommand } from './import.ts'
import { repairCallsCommand } from './repair-calls.ts'
import { setPassword } from './set-password.ts'

export async function runCommand({ name, args }: Command, context: CommandContext): Promise<void> {
  switch (name) {
    case 'import':
      return await importCommand(args, context)
    case 'set-password':
      return await setPassword(args, context)
    case 'add-customer':
      return await addCustomer(args, context)
    case 'add-api-key':
      return await addApiKey(args, context)
    case 'check-changes':
      return await checkChanges(context)
    case 'repair-calls':
      return await repairCallsCommand(args, context)
    case 'backup':
      return await backupCommand(args, context)
    case 'health':
      return await healthCommand(context)
  }
}
