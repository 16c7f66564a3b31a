// Checks with testlib whether an input has exactly the form that the statement promises.
#include "testlib.h"

using namespace std;

int main(int argc, char *argv[]) {
    registerValidation(argc, argv);
    int data_sets = inf.readInt(1, 100, "D");
    inf.readEoln();
    for (int number = 1; number <= data_sets; number++) {
        setTestCase(number);
        int size = inf.readInt(1, 21, "S");
        inf.readEoln();
        int x = inf.readInt(0, size * size, "x");
        inf.readSpace();
        int o = inf.readInt(0, size * size, "o");
        inf.readEoln();
        set<string> named;
        for (int count : {x, o}) {
            for (int stone = 0; stone < count; stone++) {
                if (stone > 0) inf.readSpace();
                string cell = inf.readToken("[A-U][1-9][0-9]{0,1}", "cell");
                ensuref(cell[0] - 'A' < size && stoi(cell.substr(1)) <= size, "cell %s is off the board", cell.c_str());
                ensuref(named.insert(cell).second, "cell %s already has a stone", cell.c_str());
            }
            inf.readEoln();
        }
    }
    inf.readEof();
}
