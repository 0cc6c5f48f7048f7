import { writeApiReports } from "../checks/apiReport.mjs"
import { writePublishConfigs } from "../release/publishConfig.mjs"

await writePublishConfigs()
await writeApiReports()
