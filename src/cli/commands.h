/* commands.h - one function a command: argv[0] is the command's name; returns the exit status. */
#ifndef CLD_CLI_COMMANDS_H
#define CLD_CLI_COMMANDS_H

int cld_command_run(int argc, char **argv);
int cld_command_report(int argc, char **argv);
int cld_command_devices(int argc, char **argv);
int cld_command_explain(int argc, char **argv);

#endif
