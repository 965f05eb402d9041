import CommandLineTool

await Tool.main()
